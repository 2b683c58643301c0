import { Correlation, ReceiptStatus } from "@rollcall/core/channel"
import { type Option, Schema } from "effect"

/** The writer of a line, and its number, so that no two lines are equal. */
const signature = { writer: Schema.String, serial: Schema.Int }

/**
 * A send reached the simulator. The line has the planned outcome of the message, so that a simulator with other
 * options continues what this simulator began.
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

/** A lookup of sends. Messages that are not accepted yet are never accepted afterwards. */
export const LookupLine = Schema.TaggedStruct("Lookup", {
  ...signature,
  begun: Schema.Array(Schema.Struct({ correlation: Correlation, attempt: Schema.Int }))
})
export type LookupLine = typeof LookupLine.Type

/** How many of the first receipts of each message were delivered. */
export const ReceiptsLine = Schema.TaggedStruct("Receipts", {
  ...signature,
  delivered: Schema.Array(Schema.Tuple([Correlation, Schema.Int]))
})
export type ReceiptsLine = typeof ReceiptsLine.Type

/** One line of the journal, a JSON object. The order of the lines decides (see `makeState`). */
export const JournalLine = Schema.Union([SendLine, LookupLine, ReceiptsLine])
export type JournalLine = typeof JournalLine.Type

/** Writes a line. */
export const printLine: (line: JournalLine) => string = Schema.encodeSync(Schema.fromJsonString(JournalLine))

/** Reads a line; none if it is malformed. */
export const parseLine: (text: string) => Option.Option<JournalLine> = Schema.decodeOption(
  Schema.fromJsonString(JournalLine)
)
