import {
  type Broadcast,
  type BroadcastRef,
  type BroadcastStatus,
  hasExpired,
  lawfulMoves,
  Ledger,
  type NewRecipient
} from "@rollcall/core"
import { DateTime, type Duration, HashMap, Option } from "effect"
import {
  broadcastOf,
  type BroadcastsState,
  keyOf,
  putBroadcast,
  refOf,
  type StoredBroadcast
} from "./BroadcastsState.ts"
import { tallyOf, writeLedger } from "./LedgerWriter.ts"

/** Adds a broadcast with its recipients; nothing when its uuid is taken in the workspace, or one of theirs anywhere. */
export const insert = (
  state: BroadcastsState,
  broadcast: Broadcast,
  recipients: ReadonlyArray<NewRecipient>,
  now: DateTime.Utc
): Option.Option<BroadcastsState> => {
  const rows = recipients.map((recipient, index) => Ledger.openRow(broadcast.uuid, index + 1, recipient, now))
  const before = HashMap.size(state.rows)
  const all = HashMap.mutate(state.rows, (mutable) => {
    for (const row of rows) HashMap.set(mutable, row.uuid, row)
  })
  const ref = { workspace: broadcast.workspaceUuid, broadcast: broadcast.uuid }
  if (Option.isSome(broadcastOf(state, ref)) || HashMap.size(all) !== before + rows.length) return Option.none()
  const owner = keyOf(ref)
  const owners = HashMap.mutate(state.owners, (mutable) => {
    for (const { uuid } of rows) HashMap.set(mutable, uuid, owner)
  })
  return Option.some(
    putBroadcast(
      { ...state, rows: all, owners },
      {
        broadcast,
        order: rows.map(({ uuid }) => uuid),
        tally: tallyOf(rows),
        pendingFrom: 0,
        lookAt: broadcast.scheduledAt
      }
    )
  )
}

/** Moves a broadcast if that is lawful, and rejects what is pending if it is over then (B1, B2, B10). */
export const move = (
  state: BroadcastsState,
  ref: BroadcastRef,
  to: BroadcastStatus,
  options: { readonly reason: string | null; readonly pendingError: string },
  now: DateTime.Utc
): readonly [Option.Option<{ readonly broadcast: Broadcast; readonly moved: boolean }>, BroadcastsState] => {
  const stored = Option.getOrUndefined(broadcastOf(state, ref))
  if (stored === undefined) return [Option.none(), state]
  if (!lawfulMoves[to].includes(stored.broadcast.status)) {
    return [Option.some({ broadcast: stored.broadcast, moved: false }), state]
  }
  const broadcast: Broadcast = { ...stored.broadcast, status: to, statusReason: options.reason }
  const moved = putBroadcast(state, { ...stored, broadcast, lookAt: to === "sending" ? now : stored.lookAt })
  return [
    Option.some({ broadcast, moved: true }),
    Ledger.isOver(to) ? rejectPending(moved, stored, options.pendingError, now) : moved
  ]
}

/** Gives the broadcasts whose look is due, longest first, and leaves them alone for a while. */
export const takeDue = (
  state: BroadcastsState,
  options: { readonly limit: number; readonly lookAgainAfter: Duration.Duration },
  now: DateTime.Utc
): readonly [ReadonlyArray<BroadcastRef>, BroadcastsState] => {
  const due = longestWaiting(state, dueAt, options.limit, now)
  const lookAt = DateTime.addDuration(now, options.lookAgainAfter)
  return [
    due.map(refOf),
    due.reduce(
      (state, stored) =>
        putBroadcast(state, { ...stored, broadcast: { ...stored.broadcast, status: "sending" }, lookAt }),
      state
    )
  ]
}

/** Says when somebody should look at a broadcast again. */
export const lookAgain = (
  state: BroadcastsState,
  ref: BroadcastRef,
  after: Duration.Duration,
  now: DateTime.Utc
): BroadcastsState =>
  Option.match(broadcastOf(state, ref), {
    onNone: () => state,
    onSome: (stored) => putBroadcast(state, { ...stored, lookAt: DateTime.addDuration(now, after) })
  })

/** Moves the broadcasts whose `validUntil` has come to `expired`, those first that are longest over it (B3). */
export const expireOverdue = (
  state: BroadcastsState,
  options: { readonly limit: number; readonly pendingError: string },
  now: DateTime.Utc
): readonly [ReadonlyArray<BroadcastRef>, BroadcastsState] => {
  const refs = longestWaiting(state, expiresAt, options.limit, now).map(refOf)
  const { pendingError } = options
  return [refs, refs.reduce((state, ref) => move(state, ref, "expired", { reason: null, pendingError }, now)[1], state)]
}

/** Moves a `sending` broadcast to `completed` when nobody is pending and nobody has to be looked after. */
export const completeIfDone = (state: BroadcastsState, ref: BroadcastRef): readonly [boolean, BroadcastsState] => {
  const stored = Option.getOrUndefined(broadcastOf(state, ref))
  if (stored?.broadcast.status !== "sending") return [false, state]
  if (stored.tally.byStatus.pending > 0 || stored.tally.leased > 0) return [false, state]
  const broadcast: Broadcast = { ...stored.broadcast, status: "completed", statusReason: null }
  return [true, putBroadcast(state, { ...stored, broadcast })]
}

const rejectPending = (
  state: BroadcastsState,
  { order, pendingFrom, tally }: StoredBroadcast,
  error: string,
  now: DateTime.Utc
): BroadcastsState =>
  tally.byStatus.pending === 0
    ? state
    : writeLedger(state, now, ({ get, put }) => {
        for (const uuid of order.slice(pendingFrom)) {
          const row = get(uuid)
          if (Option.isSome(row)) put(Ledger.reject(row.value, error, now))
        }
      })

/** The broadcasts whose instant has come, the earliest first. */
const longestWaiting = (
  state: BroadcastsState,
  instantOf: (stored: StoredBroadcast, now: DateTime.Utc) => DateTime.Utc | null,
  limit: number,
  now: DateTime.Utc
): ReadonlyArray<StoredBroadcast> =>
  HashMap.toValues(state.broadcasts)
    .flatMap((stored) => {
      const at = instantOf(stored, now)
      return at === null || DateTime.isGreaterThan(at, now) ? [] : [{ stored, at: DateTime.toEpochMillis(at) }]
    })
    .sort((a, b) => a.at - b.at)
    .slice(0, limit)
    .map(({ stored }) => stored)

const dueAt = ({ broadcast, lookAt }: StoredBroadcast, now: DateTime.Utc): DateTime.Utc | null => {
  if (hasExpired(broadcast, now)) return null
  switch (broadcast.status) {
    case "scheduled":
      return broadcast.scheduledAt
    case "sending":
      return lookAt
    default:
      return null
  }
}

const expiresAt = ({ broadcast }: StoredBroadcast): DateTime.Utc | null =>
  lawfulMoves.expired.includes(broadcast.status) ? broadcast.validUntil : null
