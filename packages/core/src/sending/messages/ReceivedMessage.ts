import { Schema } from "effect"
import { AsksToStop } from "../../events/events/RollcallEvent.ts"
import { described } from "../../shared/Described.ts"
import { ReceivedMessageUuid, WorkspaceUuid } from "../../shared/Ids.ts"

/**
 * A message from a person to a sender of a workspace. The text, address and user name are personal data, so events refer to
 * a message only by uuid.
 */
export const ReceivedMessage = Schema.Struct({
  uuid: described(ReceivedMessageUuid, "The uuid of the message."),
  workspaceUuid: WorkspaceUuid,
  /** The channel's id of the message. Unique within the workspace. */
  channelMessageId: Schema.String,
  from: described(Schema.String, "Who sent it: a phone number in digits, or a user id."),
  username: described(
    Schema.NullOr(Schema.String),
    "The user name of the person at that time, without `@`. Null if the channel reports none."
  ),
  to: described(Schema.String, "The sender that received the message, as in `from` of a broadcast."),
  at: described(Schema.DateTimeUtc, "When it was sent, by the channel's clock."),
  kind: described(Schema.String, "The channel's name for the type of the message, such as text or button."),
  text: described(Schema.NullOr(Schema.String), "What the person wrote or chose. Null if the message has no text."),
  asksToStop: described(
    Schema.NullOr(AsksToStop),
    "Whether the message asks for no more messages: `yes` opted the person out, `maybe` did not. Read a `maybe` yourself. Null for neither."
  )
})
export type ReceivedMessage = typeof ReceivedMessage.Type

/** The workspace has no message with this uuid, or the message was removed. */
export class ReceivedMessageNotFound extends Schema.TaggedError<ReceivedMessageNotFound>()("ReceivedMessageNotFound", {
  uuid: ReceivedMessageUuid
}) {
  override get message(): string {
    return `There is no message ${this.uuid}.`
  }
}
