import { AsksToStop } from "@rollcall/core/events"
import type { ReceivedMessage } from "@rollcall/core/messages"
import { ReceivedMessageUuid } from "@rollcall/core/shared"
import { Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"
import { described } from "../requests/Described.ts"
import { spelled } from "../requests/WireNames.ts"

const message = spelled({
  uuid: described(ReceivedMessageUuid, "The uuid of the message."),
  from: described(Schema.String, "Who sent it: a phone number in digits, or a user id."),
  username: described(
    Schema.NullOr(Schema.String),
    "The user name that the person had then, without `@`; null if the channel reports none."
  ),
  to: described(Schema.String, "The sender that it was sent to, as broadcasts name it."),
  sentAt: described(Instant, "When it was sent, by the channel's clock."),
  kind: described(Schema.String, "The channel's name of its type, such as text or button."),
  text: described(Schema.NullOr(Schema.String), "What the person wrote or chose; null if it has no text."),
  asksToStop: described(
    Schema.NullOr(AsksToStop),
    "Whether it asks for no more messages: `yes` opted the person out, `maybe` did not and is for you to read; null for neither."
  )
})

/** A message that a person sent. */
export const MessageResource = Schema.Struct(message.fields).annotate({
  identifier: "ReceivedMessage",
  description: "A message that a person sent."
})

export const toMessageResource = ({ at, ...received }: ReceivedMessage): typeof MessageResource.Encoded =>
  message.encode({ ...received, sentAt: at })
