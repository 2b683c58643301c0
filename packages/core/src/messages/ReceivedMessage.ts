import { Schema } from "effect"
import { AsksToStop } from "../events/RollcallEvent.ts"
import { ReceivedMessageUuid, WorkspaceUuid } from "../shared/Ids.ts"

/**
 * A message that a person sent to a sender of a workspace. Its text, its address and the user name are personal data, which
 * events do not hold: they name it by its uuid.
 */
export const ReceivedMessage = Schema.Struct({
  uuid: ReceivedMessageUuid,
  workspaceUuid: WorkspaceUuid,
  /** The channel's id of the message: one of a workspace is stored once. */
  channelMessageId: Schema.String,
  /** The person's address as the channel reports it: of a phone number the digits. */
  from: Schema.String,
  /** The person's user name when the message was sent, without `@`; null if the channel reports none. It is only shown. */
  username: Schema.NullOr(Schema.String),
  /** The sender that it was sent to. */
  to: Schema.String,
  /** When it was sent, by the channel's clock. */
  at: Schema.DateTimeUtc,
  /** The channel's name of the type of the message, such as `text` or `button`. */
  kind: Schema.String,
  /** What the person wrote or chose; null if it has no text. */
  text: Schema.NullOr(Schema.String),
  /** Whether it asks for no more messages; null if it does not. */
  asksToStop: Schema.NullOr(AsksToStop)
})
export type ReceivedMessage = typeof ReceivedMessage.Type

/** The workspace has no message with this uuid, or it was removed. */
export class ReceivedMessageNotFound extends Schema.TaggedError<ReceivedMessageNotFound>()("ReceivedMessageNotFound", {
  uuid: ReceivedMessageUuid
}) {
  override get message(): string {
    return `There is no message ${this.uuid}.`
  }
}
