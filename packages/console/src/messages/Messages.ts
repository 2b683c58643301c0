import { call } from "../api/Client.ts"
import { unlessMissing } from "../api/Load.ts"
import type { AnswerOf } from "../api/Operation.ts"
import { allPages } from "../api/Pages.ts"
import { eventPages } from "../api/Follow.ts"

export type Message = AnswerOf<"GET /v1/messages/:message_uuid">

const pageSize = 1_000

/**
 * Returns the uuids of recently received messages, newest first: all messages, or only those that may ask to stop but opted
 * nobody out.
 */
export const receivedMessages = async (which: "all" | "maybe", signal: AbortSignal): Promise<ReadonlyArray<string>> => {
  const events = await allPages(eventPages(pageSize, "message.received"), signal, 10 * pageSize)
  const wanted = events.filter(({ asks_to_stop: asks }) => which === "all" || asks === which)
  return [...new Set(wanted.flatMap(({ received_message_uuid: uuid }) => uuid ?? []))].toReversed()
}

/** Loads the messages with these uuids, in order. Skips messages that were removed with their contacts. */
export const messagesOf = async (
  uuids: ReadonlyArray<string>,
  signal: AbortSignal
): Promise<ReadonlyArray<Message>> => {
  const found = await Promise.all(
    uuids.map((message_uuid) =>
      unlessMissing(call("GET /v1/messages/:message_uuid", { params: { message_uuid }, signal }))
    )
  )
  return found.filter((message) => message !== undefined)
}
