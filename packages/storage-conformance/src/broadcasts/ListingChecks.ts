import {
  type AccessTokenStore,
  type BroadcastRef,
  BroadcastStore,
  type PageRequest,
  type Recipient,
  type RecipientFilter,
  type WorkspaceUuid
} from "@rollcall/core"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check } from "../kernel/Check.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { accounts, sending, stored } from "./Fixture.ts"
import { messageIdOf } from "./ReceiptArbitrary.ts"

const anyone: RecipientFilter = { broadcast: null, clientReferences: null, updatedAfter: null }
const wide = { limit: 1_000, offset: 0 }

/** Two broadcasts of one workspace, whose recipients changed in an order that is not the order of acceptance. */
const changed = Effect.gen(function* () {
  const store = yield* BroadcastStore
  const workspaceUuid = yield* newWorkspace
  const first = yield* sending({ workspaceUuid }, { accepted: 12, refused: 2 })
  const second = yield* sending({ workspaceUuid }, { accepted: 5 })
  for (const index of [3, 1, 11, 0, 3]) {
    yield* TestClock.adjust("1 second")
    for (const { recipients } of [first, second]) {
      const correlation = recipients[index]?.uuid ?? null
      if (correlation === null) continue
      const at = yield* store.now
      yield* store.applyReceipts([
        { correlation, messageId: messageIdOf(correlation), status: "delivered", error: null, at }
      ])
    }
  }
  return {
    workspace: workspaceUuid,
    first,
    second,
    all: [...(yield* accounts(first.ref)), ...(yield* accounts(second.ref))]
  }
})

const byUpdate = (a: Recipient, b: Recipient): number =>
  a.updatedAt.epochMilliseconds - b.updatedAt.epochMilliseconds || (a.uuid < b.uuid ? -1 : 1)

const walk = Effect.fnUntraced(function* (workspace: WorkspaceUuid, filter: RecipientFilter, limit: number) {
  const store = yield* BroadcastStore
  const walked: Array<Recipient> = []
  let total = Infinity
  for (let offset = 0; offset < total; offset += limit) {
    const page = yield* store.statuses(workspace, filter, { limit, offset })
    walked.push(...page.items)
    total = page.total
  }
  return walked
})

const recipients = Effect.fnUntraced(function* (
  { broadcast, workspace }: BroadcastRef,
  updatedAfter: DateTime.Utc | null,
  page: PageRequest = wide
) {
  const store = yield* BroadcastStore
  return yield* store.recipients(workspace, broadcast, updatedAfter, page)
})

/** What `recipients` and `statuses` promise (B14). */
export const listingChecks: ReadonlyArray<Check<BroadcastStore | AccessTokenStore>> = [
  check(
    "B14: recipients come in the order of acceptance, page by page",
    Effect.gen(function* () {
      const { recipients: accepted, ref } = yield* stored({}, { accepted: 25, refused: 6 })
      const order = accepted.map(({ uuid }) => uuid)
      for (const [limit, offset] of [
        [10, 0],
        [10, 10],
        [10, 30],
        [1, 30],
        [1_000, 0],
        [10, 31],
        [10, 1_000_000]
      ] as const) {
        const page = yield* recipients(ref, null, { limit, offset })
        const uuids = page.items.map(({ uuid }) => uuid)
        yield* agree(`${limit} after ${offset}`, [uuids, page.total], [order.slice(offset, offset + limit), 31])
      }
    })
  ),

  check(
    "B14: of the recipients of a broadcast, those updated strictly after an instant, in the order of acceptance",
    Effect.gen(function* () {
      const { first } = yield* changed
      const all = yield* accounts(first.ref)
      for (const { updatedAt } of all) {
        for (const instant of [DateTime.subtract(updatedAt, { milliseconds: 1 }), updatedAt]) {
          const expected = all.filter((row) => DateTime.isGreaterThan(row.updatedAt, instant))
          const page = yield* recipients(first.ref, instant)
          yield* agree(`After ${DateTime.formatIso(instant)}`, page, { items: expected, total: expected.length })
        }
      }
    })
  ),

  check(
    "B14: statuses come over all broadcasts of the workspace by update, then uuid, page by page",
    Effect.gen(function* () {
      const { all, workspace } = yield* changed
      const expected = all.toSorted(byUpdate)
      for (const limit of [3, 7, 1_000]) {
        yield* agree(
          `Pages of ${limit}`,
          yield* walk(workspace, { ...anyone, updatedAfter: DateTime.makeUnsafe(-1) }, limit),
          expected
        )
      }
    })
  ),

  check(
    "B14: statuses satisfy every part of the filter",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { all, first, workspace } = yield* changed
      const instants = [null, ...new Set(all.map(({ updatedAt }) => updatedAt.epochMilliseconds))]
      const references = [
        null,
        [],
        ["reference 3"],
        ["reference 0", "reference 11", "nobody"],
        ["REFERENCE 3", "reference"]
      ]
      for (const broadcast of [null, first.ref.broadcast]) {
        for (const clientReferences of references) {
          for (const millis of instants) {
            if (broadcast === null && clientReferences === null && millis === null) continue
            const updatedAfter = millis === null ? null : DateTime.makeUnsafe(millis)
            const expected = all
              .filter((row) => broadcast === null || row.broadcastUuid === broadcast)
              .filter((row) => clientReferences === null || clientReferences.includes(row.clientReference ?? ""))
              .filter((row) => millis === null || row.updatedAt.epochMilliseconds > millis)
              .toSorted(byUpdate)
            const filter = { broadcast, clientReferences, updatedAfter }
            const page = yield* store.statuses(workspace, filter, wide)
            yield* agree(JSON.stringify(filter), page, { items: expected, total: expected.length })
          }
        }
      }
    })
  ),

  check(
    "B14: a thousand client references are one filter",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { ref } = yield* stored({}, { accepted: 3 })
      const clientReferences = Array.from({ length: 1_000 }, (_, n) => `reference ${n + 1}`)
      const page = yield* store.statuses(ref.workspace, { ...anyone, clientReferences }, wide)
      yield* agree("The references", page.items.map((row) => row.clientReference ?? "").toSorted(), [
        "reference 1",
        "reference 2"
      ])
    })
  )
]
