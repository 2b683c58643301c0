import { Correlation, ReceiptStatus } from "@rollcall/core/channel"
import { type Option, Schema } from "effect"

/** The writer and serial number of a line, which make each line unique. */
const signature = { writer: Schema.String, serial: Schema.Int }

/**
 * A send that reached the simulator. Contains the planned outcome, so that a simulator with other options can continue
 * it.
 */
export const SendLine = Schema.TaggedStruct("Send", {
  ...signature,
  /** Milliseconds since 1970. */
  at: Schema.Finite,
  correlation: Correlation,
  attempt: Schema.Int,
  identifier: Schema.String,
  messageId: Schema.NonEmptyString,
  refusals: Schema.Int,
  responseLost: Schema.Boolean,
  receipts: Schema.Array(Schema.Struct({ status: ReceiptStatus, happens: Schema.Finite, leaves: Schema.Finite }))
})
export type SendLine = typeof SendLine.Type

/** A lookup of sends. Messages not yet accepted are never accepted afterwards. */
export const LookupLine = Schema.TaggedStruct("Lookup", {
  ...signature,
  begun: Schema.Array(Schema.Struct({ correlation: Correlation, attempt: Schema.Int }))
})
export type LookupLine = typeof LookupLine.Type

/** The number of delivered receipts of each message. */
export const ReceiptsLine = Schema.TaggedStruct("Receipts", {
  ...signature,
  delivered: Schema.Array(Schema.Tuple([Correlation, Schema.Int]))
})
export type ReceiptsLine = typeof ReceiptsLine.Type

/** One line of the journal, a JSON object. The order of the lines decides (see `makeState`). */
export const JournalLine = Schema.Union([SendLine, LookupLine, ReceiptsLine])
export type JournalLine = typeof JournalLine.Type

export const printLine: (line: JournalLine) => string = Schema.encodeSync(Schema.fromJsonString(JournalLine))

/** Parses a line; none if it is malformed. */
export const parseLine: (text: string) => Option.Option<JournalLine> = Schema.decodeOption(
  Schema.fromJsonString(JournalLine)
)
