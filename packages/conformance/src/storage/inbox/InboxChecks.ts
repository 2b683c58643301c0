import type { WorkspaceUuid } from "@rollcall/core"
import { nextId, ReceivedMessageUuid } from "@rollcall/core/operations"
import type { InboundBatch } from "@rollcall/core/channel"
import type { ReceivedMessage } from "@rollcall/core/sending"
import { InboxStore, ReceivedMessageStore } from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { concurrently, instantOf, newWorkspace } from "../shared/Fixture.ts"

const batch = (n: number, workspace: WorkspaceUuid): InboundBatch => ({
  receipts: [
    {
      workspaces: n % 2 === 0 ? "all" : [workspace],
      correlation: null,
      messageId: `message ${n}`,
      status: "undeliverable",
      error: "it's \u0000 “gone”\ud800",
      reason: n % 2 === 0 ? "opted_out" : null,
      at: instantOf(n)
    }
  ],
  messages: [
    {
      workspace,
      channelMessageId: `inbound ${n}`,
      from: "49170111111",
      ...(n % 2 === 0 && { username: "ana.lima" }),
      to: "49150",
      at: instantOf(n),
      kind: "text",
      text: n % 2 === 0 ? null : "STOP"
    }
  ],
  notices: [
    {
      workspace: null,
      kind: "unreadable",
      level: "warning",
      detail: "no idea",
      occurrence: "12",
      data: { deep: [1, null, "x"] }
    }
  ]
})

const retryAfter = Duration.minutes(1)

const claimDue = (limit: number) => InboxStore.use((store) => store.claimDue({ limit, retryAfter }))

const newMessage = Effect.fnUntraced(function* (fields: Partial<ReceivedMessage> = {}) {
  const message: ReceivedMessage = {
    uuid: ReceivedMessageUuid.make(yield* nextId),
    workspaceUuid: fields.workspaceUuid ?? (yield* newWorkspace),
    channelMessageId: "inbound",
    from: "49170111111",
    username: "ana.lima",
    to: "49150",
    at: instantOf(3),
    kind: "text",
    text: "Grüße 👋",
    asksToStop: "maybe",
    ...fields
  }
  return message
})

export const inboxChecks: ReadonlyArray<Check> = [
  check("a report is claimed unchanged, in order, and again after a while until it is removed", function* () {
    const store = yield* InboxStore
    const workspace = yield* newWorkspace
    const entries = yield* Effect.forEach([1, 2, 3], (n) =>
      Effect.map(nextId, (uuid) => ({ uuid, channelType: n === 1 ? null : "sms", batch: batch(n, workspace) }))
    )
    for (const entry of entries) yield* store.put(entry)
    yield* agree("The first ones", yield* claimDue(2), entries.slice(0, 2))
    yield* agree("The others", yield* claimDue(10), entries.slice(2))
    yield* agree("None", yield* claimDue(10), [])
    yield* store.remove(entries.slice(0, 1).map(({ uuid }) => uuid))
    yield* store.remove([])
    yield* TestClock.adjust(retryAfter)
    yield* agree("Those that are left", yield* claimDue(10), entries.slice(1))
    yield* store.remove(entries.map(({ uuid }) => uuid))
    yield* TestClock.adjust(retryAfter)
    yield* agree("None is left", yield* claimDue(10), [])
  }),

  check("a report that was never applied is removed by its age, however often it was claimed", function* () {
    const store = yield* InboxStore
    const workspace = yield* newWorkspace
    const put = Effect.tap(nextId, (uuid) => store.put({ uuid, channelType: "sms", batch: batch(1, workspace) }))
    const prune = (limit: number) => store.prune({ keepFor: Duration.minutes(10), limit })
    const old = yield* Effect.replicateEffect(put, 2)
    yield* TestClock.adjust("11 minutes")
    const young = yield* put
    yield* claimDue(10)
    yield* agree("One step", yield* prune(1), 1)
    yield* agree("The rest", yield* prune(10), 1)
    yield* agree("None", yield* prune(10), 0)
    yield* TestClock.adjust(retryAfter)
    const left = (yield* claimDue(10)).map(({ uuid }) => uuid)
    yield* agree("What is left", left, [young])
    yield* holds(
      "The old ones are gone",
      old.every((uuid) => !left.includes(uuid))
    )
    yield* store.remove(left)
  }),

  check("each report goes to one of many concurrent claims", function* () {
    const store = yield* InboxStore
    const workspace = yield* newWorkspace
    const uuids = yield* Effect.replicateEffect(nextId, 20)
    for (const uuid of uuids) yield* store.put({ uuid, channelType: "sms", batch: batch(1, workspace) })
    const claimed = yield* Effect.all(
      Array.from({ length: 8 }, () => claimDue(3)),
      concurrently
    )
    const rest = yield* claimDue(100)
    const all = [...claimed.flat(), ...rest].map(({ uuid }) => uuid)
    yield* agree("Those that are claimed", all.toSorted(), uuids.toSorted())
    yield* store.remove(uuids)
  }),

  check("a message is stored once for each id in a workspace, and found only there (A1)", function* () {
    const store = yield* ReceivedMessageStore
    const first = yield* newMessage()
    const again = yield* newMessage({ workspaceUuid: first.workspaceUuid })
    const elsewhere = yield* newMessage()
    const silent = yield* newMessage({
      workspaceUuid: first.workspaceUuid,
      channelMessageId: "other",
      username: null,
      text: null,
      asksToStop: null
    })
    const given = [first, again, elsewhere]
    yield* agree("Those that are missing", yield* store.missing(given), [first, elsewhere])
    yield* agree("Those that are added", yield* store.add(given), [first, elsewhere])
    yield* agree("Those that are missing then", yield* store.missing([again, silent]), [silent])
    yield* agree("Those that are added then", yield* store.add([again, silent]), [silent])
    yield* agree("None", yield* store.add([]), [])
    const find = (of: ReceivedMessage, workspace = of.workspaceUuid) => store.find(workspace, of.uuid)
    for (const message of [first, elsewhere, silent]) {
      yield* agree("It is found", yield* find(message), Option.some(message))
    }
    yield* agree("It is not stored", yield* find(again), Option.none())
    yield* agree("It is another workspace's", yield* find(first, elsewhere.workspaceUuid), Option.none())
  }),

  check("a workspace's messages are listed newest first, page by page (A1)", function* () {
    const store = yield* ReceivedMessageStore
    const { workspaceUuid, ...first } = yield* newMessage({ at: instantOf(1) })
    const later = yield* Effect.forEach([3, 2, 3, 4], (n, index) =>
      newMessage({ workspaceUuid, channelMessageId: `later ${index}`, at: instantOf(n) })
    )
    const elsewhere = yield* newMessage()
    yield* store.add([{ workspaceUuid, ...first }, ...later, elsewhere])
    const [third, second, thirdToo, fourth] = later.map(({ uuid }) => uuid)
    const sorted = [
      fourth,
      ...[third, thirdToo].toSorted((a, b) => (String(a) < String(b) ? 1 : -1)),
      second,
      first.uuid
    ]
    const list = (limit: number, offset: number) =>
      Effect.map(store.list(workspaceUuid, { limit, offset }), ({ items, total }) => ({
        items: items.map(({ uuid }) => uuid),
        total
      }))
    yield* agree("All", yield* list(10, 0), { items: sorted, total: 5 })
    yield* agree("A part", yield* list(2, 1), { items: sorted.slice(1, 3), total: 5 })
    yield* agree("Behind the last", yield* list(2, 5), { items: [], total: 5 })
    const { items } = yield* store.list(elsewhere.workspaceUuid, { limit: 1, offset: 0 })
    yield* agree("A message of another workspace", items, [elsewhere])
  }),

  check("C7: messages are erased by workspace and address, and pruned by age", function* () {
    const store = yield* ReceivedMessageStore
    // Data from other checks expires first.
    yield* TestClock.adjust("2 hours")
    yield* store.prune({ keepFor: Duration.hours(1), limit: 1_000 })
    const first = yield* newMessage()
    const { workspaceUuid } = first
    const second = yield* newMessage({ workspaceUuid, channelMessageId: "second", from: "49170222222" })
    const elsewhere = yield* newMessage()
    yield* store.add([first, second, elsewhere])
    yield* agree("How many", yield* store.erase(workspaceUuid, ["49170111111", "49170333333"]), 1)
    yield* agree("None", yield* store.erase(workspaceUuid, []), 0)
    yield* agree("The erased one", yield* store.find(workspaceUuid, first.uuid), Option.none())
    yield* agree("The other address", yield* store.find(workspaceUuid, second.uuid), Option.some(second))
    const there = yield* store.find(elsewhere.workspaceUuid, elsewhere.uuid)
    yield* agree("The other workspace", there, Option.some(elsewhere))
    yield* TestClock.adjust("2 hours")
    const late = yield* newMessage({ workspaceUuid, channelMessageId: "late", at: DateTime.makeUnsafe(0) })
    yield* store.add([late])
    const prune = (limit: number) => store.prune({ keepFor: Duration.hours(1), limit })
    yield* agree("How many would be removed", yield* store.prunable(Duration.hours(1)), 2)
    yield* agree("One step", yield* prune(1), 1)
    yield* agree("The rest", yield* prune(10), 1)
    yield* agree("How many would be removed then", yield* store.prunable(Duration.hours(1)), 0)
    yield* agree("What is left", yield* store.find(workspaceUuid, late.uuid), Option.some(late))
  })
]
