import { BroadcastStore, fullLevel, type IdempotencyRecord, StorageError, takeFromBucket } from "@rollcall/core"
import { DateTime, Effect, HashMap, Layer, Option } from "effect"
import { MemoryDatabase } from "../kernel/MemoryDatabase.ts"
import type { State } from "../kernel/State.ts"
import { broadcastOf, type BroadcastsState, pairKey } from "./BroadcastsState.ts"
import * as Claiming from "./Claiming.ts"
import * as Lifecycle from "./Lifecycle.ts"
import * as Listing from "./Listing.ts"
import * as Settling from "./Settling.ts"

/** The broadcasts of the memory database. Its clock is Effect's. */
export const layer: Layer.Layer<BroadcastStore, never, MemoryDatabase> = Layer.effect(
  BroadcastStore,
  Effect.gen(function* () {
    const database = yield* MemoryDatabase

    const read = <A>(query: (state: BroadcastsState) => A): Effect.Effect<A> =>
      database.read(({ broadcasts }) => query(broadcasts))

    const modify = <A>(
      change: (state: BroadcastsState, now: DateTime.Utc) => readonly [A, BroadcastsState]
    ): Effect.Effect<A> =>
      database.modify((state, now) => {
        const [value, broadcasts] = change(state.broadcasts, now)
        return [value, { ...state, broadcasts }]
      })

    const update = (change: (state: State, now: DateTime.Utc) => State): Effect.Effect<void> =>
      database.modify((state, now) => [undefined, change(state, now)])

    return BroadcastStore.of({
      now: DateTime.now,

      insert: (broadcast, recipients) =>
        Effect.flatMap(
          modify((state, now) =>
            Option.match(Lifecycle.insert(state, broadcast, recipients, now), {
              onNone: () => [false, state],
              onSome: (inserted) => [true, inserted]
            })
          ),
          (done) =>
            done
              ? Effect.void
              : Effect.fail(
                  new StorageError({
                    reason: "Conflict",
                    cause: new Error("The broadcast or a recipient exists already")
                  })
                )
        ),

      claimIdempotencyKey: (workspace, key, record) =>
        modify<Option.Option<IdempotencyRecord>>((state) => {
          const id = pairKey(workspace, key)
          const spent = HashMap.get(state.idempotencyKeys, id)
          return Option.isSome(spent)
            ? [spent, state]
            : [spent, { ...state, idempotencyKeys: HashMap.set(state.idempotencyKeys, id, record) }]
        }),

      findIdempotencyKey: (workspace, key) =>
        read(({ idempotencyKeys }) => HashMap.get(idempotencyKeys, pairKey(workspace, key))),

      find: (workspace, broadcast) =>
        read((state) => Option.map(broadcastOf(state, { workspace, broadcast }), ({ broadcast }) => broadcast)),

      details: (workspace, broadcast) => read((state) => Listing.details(state, { workspace, broadcast })),

      recipients: (workspace, broadcast, updatedAfter, page) =>
        read((state) => Listing.recipients(state, { workspace, broadcast }, updatedAfter, page)),

      statuses: (workspace, filter, page) => read((state) => Listing.statuses(state, workspace, filter, page)),

      move: (ref, to, options) => modify((state, now) => Lifecycle.move(state, ref, to, options, now)),

      takeDue: (options) => modify((state, now) => Lifecycle.takeDue(state, options, now)),

      lookAgain: (ref, after) => modify((state, now) => [undefined, Lifecycle.lookAgain(state, ref, after, now)]),

      expireOverdue: (options) => modify((state, now) => Lifecycle.expireOverdue(state, options, now)),

      claim: (ref, options) => modify((state, now) => Claiming.claim(state, ref, options, now)),

      recordOutcomes: (ref, outcomes, overError) =>
        update((state, now) => Settling.recordOutcomes(state, ref, outcomes, overError, now)),

      surrenderLeases: (options) => modify((state, now) => Settling.surrenderLeases(state, options, now)),

      settle: (settlements, overError) => update((state, now) => Settling.settle(state, settlements, overError, now)),

      applyReceipts: (receipts) => update((state, now) => Settling.applyReceipts(state, receipts, now)),

      completeIfDone: (ref) => modify((state) => Lifecycle.completeIfDone(state, ref)),

      takeSendSlots: (workspace, sender, wanted, rate) =>
        modify((state, now) => {
          const key = pairKey(workspace, sender)
          const bucket = Option.getOrElse(HashMap.get(state.buckets, key), () => ({ level: fullLevel(rate), at: now }))
          const [slots, left] = takeFromBucket(bucket, wanted, rate, now)
          return [slots, { ...state, buckets: HashMap.set(state.buckets, key, left) }]
        })
    })
  })
)
