import { ReceivedMessage } from "@rollcall/core/sending"
import { Schema, Struct } from "effect"
import { spelled } from "../requests/WireNames.ts"

const { at, ...members } = Struct.omit(ReceivedMessage.fields, ["workspaceUuid", "channelMessageId"])
const message = spelled({ ...members, sentAt: at })

/** A message that a person sent. */
export const MessageResource = Schema.Struct(message.fields).annotate({
  identifier: "ReceivedMessage",
  description: "A message that a person sent."
})

export const toMessageResource = ({ at, ...received }: ReceivedMessage): typeof MessageResource.Encoded =>
  message.encode({ ...received, sentAt: at })
