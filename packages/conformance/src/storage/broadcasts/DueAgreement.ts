import type { Broadcast } from "@rollcall/core"
import { type BroadcastStatus, refKey } from "@rollcall/core/sending"
import type { BroadcastRef } from "@rollcall/core/storage"
import { Effect } from "effect"
import { agree } from "../shared/Check.ts"

/** The expected state of a broadcast and the time of its next check, according to the port's contract. */
export interface Expected {
  broadcast: Broadcast
  readonly ref: BroadcastRef
  status: BroadcastStatus | "staged"
  /** The time of the next check in milliseconds; `Infinity` for never. */
  dueAt: number
  recipients: number
  attempts: number
}

/** Checks that the due broadcasts were claimed in order, up to the limit. Returns the claimed broadcasts. */
export const agreeOnDue = Effect.fnUntraced(function* (
  claimed: ReadonlyArray<BroadcastRef>,
  all: ReadonlyArray<Expected>,
  { limit, now }: { readonly limit: number; readonly now: number }
) {
  const due = all.filter(({ dueAt }) => dueAt <= now)
  const instants = due.map(({ dueAt }) => dueAt).toSorted((a, b) => a - b)
  const known = new Map(due.map((one) => [refKey(one.ref), one]))
  const found = claimed.flatMap((ref) => known.get(refKey(ref)) ?? [])
  yield* agree(
    "The instants at which they were due",
    found.map(({ dueAt }) => dueAt),
    instants.slice(0, limit)
  )
  yield* agree("No other one is claimed", claimed.length, found.length)
  return found
})

/**
 * Checks that the due broadcasts were claimed in order, up to the limit, each workspace's earliest due broadcast first.
 * Returns the claimed broadcasts.
 */
export const agreeOnTurns = Effect.fnUntraced(function* (
  claimed: ReadonlyArray<BroadcastRef>,
  all: ReadonlyArray<Expected>,
  { limit, now }: { readonly limit: number; readonly now: number }
) {
  const due = all.filter(({ dueAt }) => dueAt <= now)
  yield* agree("How many are claimed", claimed.length, Math.min(limit, due.length))
  const known = new Map(due.map((one) => [refKey(one.ref), one]))
  const found = claimed.flatMap((ref) => known.get(refKey(ref)) ?? [])
  yield* agree("No other one is claimed", claimed.length, found.length)
  const instants = found.map(({ dueAt }) => dueAt)
  yield* agree(
    "Their order",
    instants,
    instants.toSorted((a, b) => a - b)
  )
  for (const workspace of new Set(claimed.map((ref) => ref.workspace))) {
    const own = found.filter(({ ref }) => ref.workspace === workspace).map(({ dueAt }) => dueAt)
    const first = due.filter(({ ref }) => ref.workspace === workspace).map(({ dueAt }) => dueAt)
    yield* agree("The first ones of a workspace", own, first.toSorted((a, b) => a - b).slice(0, own.length))
  }
  return found
})
