import { call } from "../api/Client.ts"
import type { AnswerOf } from "../api/Operation.ts"
import { Refusal } from "../api/Refusal.ts"

export type Message = AnswerOf<"GET /v1/messages/:message_uuid">

const pageSize = 1_000

/**
 * Returns the uuids of recently received messages, newest first: all messages, or only those that may ask to stop but opted
 * nobody out.
 */
export const receivedMessages = async (which: "all" | "maybe", signal: AbortSignal): Promise<ReadonlyArray<string>> => {
  const uuids = new Set<string>()
  let after: string | undefined
  for (let page = 0; page < 10; page++) {
    const query = { limit: pageSize, types: "message.received", after }
    const answer = await call("GET /v1/events", { query, signal })
    for (const { asks_to_stop: asks, received_message_uuid: uuid } of answer.events) {
      if (uuid !== null && (which === "all" || asks === which)) uuids.add(uuid)
    }
    if (!answer.has_more) break
    after = answer.next
  }
  return [...uuids].toReversed()
}

/** Loads the messages with these uuids, in order. Skips messages that were removed with their contacts. */
export const messagesOf = async (
  uuids: ReadonlyArray<string>,
  signal: AbortSignal
): Promise<ReadonlyArray<Message>> => {
  const found = await Promise.all(
    uuids.map((message_uuid) =>
      call("GET /v1/messages/:message_uuid", { params: { message_uuid }, signal }).catch((error: unknown) => {
        if (error instanceof Refusal && error.status === 404) return undefined
        throw error
      })
    )
  )
  return found.filter((message) => message !== undefined)
}
