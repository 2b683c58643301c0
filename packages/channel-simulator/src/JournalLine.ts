import { Correlation, ReceiptStatus } from "@rollcall/core/channel"
import { type Option, Schema } from "effect"

/** The writer and serial number that make each line unique. */
const signature = { writer: Schema.String, serial: Schema.Int }

/** A send that reached the simulator, with its planned outcome. A simulator with other options follows the same plan. */
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

/** A lookup of sends. Attempts that were not accepted before the lookup are refused afterwards. */
export const LookupLine = Schema.TaggedStruct("Lookup", {
  ...signature,
  begun: Schema.Array(Schema.Struct({ correlation: Correlation, attempt: Schema.Int }))
})
export type LookupLine = typeof LookupLine.Type

/** How many receipts of each message were delivered. */
export const ReceiptsLine = Schema.TaggedStruct("Receipts", {
  ...signature,
  delivered: Schema.Array(Schema.Tuple([Correlation, Schema.Int]))
})
export type ReceiptsLine = typeof ReceiptsLine.Type

/** A line of the journal, as a JSON object. `makeState` applies the lines in order. */
export const JournalLine = Schema.Union([SendLine, LookupLine, ReceiptsLine])
export type JournalLine = typeof JournalLine.Type

export const printLine: (line: JournalLine) => string = Schema.encodeSync(Schema.fromJsonString(JournalLine))

/** Parses a line; returns none if the line is malformed. */
export const parseLine: (text: string) => Option.Option<JournalLine> = Schema.decodeOption(
  Schema.fromJsonString(JournalLine)
)
