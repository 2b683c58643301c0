import type { ChannelNotice, InboundBatch, InboundMessage } from "@rollcall/core/channel"
import { systemCaller, WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import type { dispatchFixture } from "@rollcall/conformance/storage"
import { DateTime, Effect } from "effect"

export type Fixture = Effect.Success<ReturnType<typeof dispatchFixture>>

export const messageTo = ({ workspace }: Fixture, id: string, text: string | null, from: string): InboundMessage => ({
  workspace,
  channelMessageId: id,
  from,
  to: "4915100000000",
  at: DateTime.makeUnsafe(1_700_000_000_000),
  kind: "text",
  text
})

export const none: InboundBatch = { receipts: [], messages: [], notices: [] }

export const noticeTo = (workspace: WorkspaceUuid | null, occurrence: string): ChannelNotice => ({
  workspace,
  kind: "quality",
  level: "warning",
  detail: "The quality of the number is low.",
  occurrence,
  data: { number: "49170111111" }
})

/** Waits until everything that was reported before is applied: reports are, in the order in which they came. */
export const applied = Effect.fnUntraced(function* ({ events, inbox, pass }: Fixture) {
  const workspace = WorkspaceUuid.make(yield* nextId)
  yield* inbox.take("chatapp", { ...none, notices: [noticeTo(workspace, "")] })
  const seen = Effect.andThen(pass("250 millis"), events.read(systemCaller(workspace)))
  yield* Effect.repeat(seen, { until: ({ events }) => events.length > 0 })
})
