import { ReceiptStatus, RecipientUuid } from "@rollcall/core"
import { type Option, Schema } from "effect"

/** Who wrote a line, and which of its lines it is: no two lines are alike. */
const signature = { writer: Schema.String, serial: Schema.Int }

/**
 * A hand-over reached the simulator. The line carries what is to become of the message, so that a simulator with other
 * options carries out what this one began.
 */
export const HandOverLine = Schema.TaggedStruct("HandOver", {
  ...signature,
  /** Milliseconds since 1970. */
  at: Schema.Finite,
  correlation: RecipientUuid,
  attempt: Schema.Int,
  identifier: Schema.String,
  messageId: Schema.NonEmptyString,
  refusals: Schema.Int,
  answerLost: Schema.Boolean,
  receipts: Schema.Array(Schema.Struct({ status: ReceiptStatus, happens: Schema.Finite, leaves: Schema.Finite }))
})
export type HandOverLine = typeof HandOverLine.Type

/** Somebody asked what became of hand-overs. Those that were not taken by now never will be. */
export const RecallLine = Schema.TaggedStruct("Recall", {
  ...signature,
  begun: Schema.Array(Schema.Struct({ correlation: RecipientUuid, attempt: Schema.Int }))
})
export type RecallLine = typeof RecallLine.Type

/** Of each of these messages the first so many receipts were delivered. */
export const ReceiptsLine = Schema.TaggedStruct("Receipts", {
  ...signature,
  delivered: Schema.Array(Schema.Tuple([RecipientUuid, Schema.Int]))
})
export type ReceiptsLine = typeof ReceiptsLine.Type

/** One line of the journal, a JSON object. The order of the lines decides (see `Ledger`). */
export const JournalLine = Schema.Union([HandOverLine, RecallLine, ReceiptsLine])
export type JournalLine = typeof JournalLine.Type

/** A line as it is written. */
export const printLine: (line: JournalLine) => string = Schema.encodeSync(Schema.fromJsonString(JournalLine))

/** What a line says; nothing if it is not one. */
export const parseLine: (text: string) => Option.Option<JournalLine> = Schema.decodeOption(
  Schema.fromJsonString(JournalLine)
)
