import { Context, Effect, Layer } from "effect"
import type { InboundBatch } from "../channels/ChannelWebhook.ts"
import { nextId } from "../../shared/Ids.ts"
import { withSpans } from "../../shared/Spans.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { InboxStore } from "./InboxStore.ts"

/** Accepts channel reports that arrive by webhook. */
export class Inbox extends Context.Service<
  Inbox,
  {
    /**
     * Stores a report of the channel with `channelType`. When `take` returns, the report is durable, and a worker of any
     * process applies it.
     *
     * @param channelType The channel's name in broadcasts.
     * @param batch The report, which may contain parts of several workspaces. An empty batch is not stored.
     * @example
     * const inbox = yield* Inbox
     * const said = { workspace, from: "4930901820", to: "493090180", at: yield* DateTime.now, kind: "text" }
     * yield* inbox.take("chat", {
     *   receipts: [],
     *   messages: [{ ...said, channelMessageId: "m-1", text: "Stop" }],
     *   notices: []
     * })
     */
    readonly take: (channelType: string, batch: InboundBatch) => Effect.Effect<void, StorageError>
  }
>()("@rollcall/core/sending/inbox/Inbox") {
  static readonly layer = Layer.effect(
    Inbox,
    Effect.map(InboxStore, (store) =>
      Inbox.of(
        withSpans("Inbox", {
          take: Effect.fnUntraced(function* (channelType: string, batch: InboundBatch) {
            const { messages, notices, people = [], preferences = [], receipts } = batch
            if ([messages, notices, people, preferences, receipts].every(({ length }) => length === 0)) return
            yield* store.put({ uuid: yield* nextId, channelType, batch })
          })
        })
      )
    )
  )
}
