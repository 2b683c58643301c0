import { type BroadcastRef, BroadcastStore, evidence, type Recipient } from "@rollcall/core"
import { DateTime, Effect, Option } from "effect"
import { agree, Discrepancy, holds } from "../kernel/Check.ts"
import { accounts } from "./Fixture.ts"
import type { LedgerModel } from "./LedgerModel.ts"

/** What a reader sees of an account, but for the exact instant of its last change. */
const visible = (account: Recipient): Omit<Recipient, "updatedAt"> => {
  const { broadcastUuid, clientReference, deliveredAt, error, identifier, position, status, uuid } = account
  return { uuid, broadcastUuid, position, identifier, clientReference, status, error, deliveredAt }
}

/** What holds of a ledger at every moment, whoever writes to it (B10, B13). */
export const standing = Effect.fnUntraced(function* (ref: BroadcastRef) {
  const store = yield* BroadcastStore
  const rows = yield* accounts(ref)
  const details = yield* store.details(ref.workspace, ref.broadcast)
  if (Option.isNone(details)) return yield* new Discrepancy({ message: "The broadcast is not there" })
  const { counters } = details.value
  const { delivered, failed, read, recipients, rejected, sent } = counters
  const count = (...statuses: ReadonlyArray<Recipient["status"]>) =>
    rows.filter(({ status }) => statuses.includes(status)).length
  yield* holds(
    "B13: read <= delivered <= sent <= recipients",
    read <= delivered && delivered <= sent && sent <= recipients,
    counters
  )
  yield* agree(
    "B13: the counters count the accounts",
    { read, delivered, rejected, failed },
    {
      read: count("read"),
      delivered: count("delivered", "read"),
      rejected: count("rejected"),
      failed: count("undeliverable")
    }
  )
  for (const row of rows) {
    const failed = row.status === "rejected" || row.status === "undeliverable"
    yield* holds(
      "B10: who is rejected or undeliverable has an error, and nobody else",
      (row.error !== null) === failed,
      row
    )
    const arrived = row.status === "delivered" || row.status === "read"
    yield* holds("B11: who was reached has an instant, and nobody else", (row.deliveredAt !== null) === arrived, row)
  }
  return { rows, counters }
})

type Standing = Effect.Success<ReturnType<typeof standing>>

/** What holds from one moment to the next (B11, B14). */
export const succession = Effect.fnUntraced(function* (before: Standing, after: Standing, byReceipts: boolean) {
  for (const [index, row] of after.rows.entries()) {
    const earlier = before.rows[index]
    if (earlier === undefined) return yield* holds("Nobody is lost", false, before.rows)
    const changed = JSON.stringify(visible(earlier)) !== JSON.stringify(visible(row))
    const grown = DateTime.isGreaterThan(row.updatedAt, earlier.updatedAt)
    yield* holds("B14: updated_at grows with every change", grown || !changed, [earlier, row])
    yield* holds("B14: updated_at never falls", !DateTime.isLessThan(row.updatedAt, earlier.updatedAt), [earlier, row])
    const upward = evidence[row.status] >= evidence[earlier.status]
    yield* holds("B11: receipts move an account upward only", upward || !byReceipts, [earlier, row])
    const kept =
      earlier.deliveredAt === null || row.deliveredAt?.epochMilliseconds === earlier.deliveredAt.epochMilliseconds
    yield* holds("B11: an instant that is known stays", kept, [earlier, row])
  }
})

/** The store holds what the definition gives. */
export const agreement = Effect.fnUntraced(function* (model: LedgerModel, { counters, rows }: Standing) {
  const store = yield* BroadcastStore
  const expected = [...model.rows.values()]
  for (const [index, row] of rows.entries()) {
    const definition = expected[index]
    if (definition === undefined) return yield* holds("There is nobody else", false, row)
    yield* agree("The account", visible(row), visible(definition))
  }
  yield* agree("The counters", counters, model.counters())
  const broadcast = yield* store.find(model.ref.workspace, model.ref.broadcast)
  yield* agree(
    "The broadcast's state",
    Option.map(broadcast, ({ status }) => status),
    Option.some(model.status)
  )
})
