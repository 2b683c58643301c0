import type { BroadcastRef } from "@rollcall/core"
import { DateTime, Duration, Effect, Option } from "effect"
import { all, type Fault, type Faults, keyOf } from "./Fault.ts"

/** A store that passes over a look at `next` when one at `known` was asked for before. */
const lookAgainUnless =
  (isKept: (known: DateTime.Utc, next: DateTime.Utc) => boolean): Fault =>
  (store) => {
    const looks = new Map<string, DateTime.Utc>()
    return {
      takeDue: (options) =>
        Effect.tap(store.takeDue(options), (due) => Effect.sync(() => due.forEach((ref) => looks.delete(keyOf(ref))))),
      lookAgain: Effect.fnUntraced(function* (ref, after) {
        const next = DateTime.addDuration(yield* store.now, after)
        const known = looks.get(keyOf(ref))
        if (known !== undefined && isKept(known, next)) return
        looks.set(keyOf(ref), next)
        yield* store.lookAgain(ref, after)
      })
    }
  }

/** Faults in when a broadcast is looked at, and in how it moves from state to state. */
export const lifecycleFaults: Faults = {
  "those taken first that wait shortest": (store) => ({
    takeDue: Effect.fnUntraced(function* ({ limit, lookAgainAfter }) {
      const due = (yield* store.takeDue({ limit: all, lookAgainAfter })).toReversed()
      yield* Effect.forEach(due.slice(limit), (ref) => store.lookAgain(ref, Duration.zero))
      return due.slice(0, limit)
    })
  }),
  "one more that is due than was asked for": (store) => ({
    takeDue: ({ limit, lookAgainAfter }) => store.takeDue({ limit: limit + 1, lookAgainAfter })
  }),
  "a broadcast that stays due when it was taken": (store) => ({
    takeDue: ({ limit }) => store.takeDue({ limit, lookAgainAfter: Duration.zero })
  }),
  "a look that can only become earlier": lookAgainUnless(DateTime.isLessThan),
  "a look that can only become later": lookAgainUnless(DateTime.isGreaterThan),
  "a look that hurries what is scheduled": (store) => {
    const hurried: Array<BroadcastRef> = []
    return {
      lookAgain: Effect.fnUntraced(function* (ref, after) {
        const found = yield* store.find(ref.workspace, ref.broadcast)
        if (Option.exists(found, ({ status }) => status === "scheduled")) hurried.push(ref)
        yield* store.lookAgain(ref, after)
      }),
      takeDue: (options) => Effect.map(store.takeDue(options), (due) => [...due, ...hurried.splice(0)])
    }
  },
  "a broadcast that goes on, and waits for its look": (store) => ({
    move: (ref, to, options) =>
      Effect.tap(store.move(ref, to, options), () =>
        to === "sending" ? store.lookAgain(ref, Duration.hours(1)) : Effect.void
      )
  }),
  "a paused broadcast that is due": (store) => {
    const paused = new Map<string, BroadcastRef>()
    return {
      move: (ref, to, options) => {
        if (to === "paused") paused.set(keyOf(ref), ref)
        else paused.delete(keyOf(ref))
        return store.move(ref, to, options)
      },
      takeDue: (options) => Effect.map(store.takeDue(options), (due) => [...due, ...paused.values()])
    }
  },
  "those expired first that are shortest over": (store) => {
    const ends: Array<{ readonly ref: BroadcastRef; readonly end: DateTime.Utc }> = []
    return {
      insert: (broadcast, recipients) => {
        const { uuid, validUntil, workspaceUuid } = broadcast
        if (validUntil !== null) ends.push({ ref: { workspace: workspaceUuid, broadcast: uuid }, end: validUntil })
        return store.insert(broadcast, recipients)
      },
      expireOverdue: Effect.fnUntraced(function* ({ limit, pendingError }) {
        const now = yield* store.now
        const overdue = ends.filter(({ end }) => DateTime.isLessThanOrEqualTo(end, now))
        overdue.sort((a, b) => DateTime.Order(b.end, a.end))
        const expired: Array<BroadcastRef> = []
        for (const { ref } of overdue) {
          if (expired.length === limit) break
          const result = yield* store.move(ref, "expired", { reason: null, pendingError })
          if (Option.exists(result, ({ moved }) => moved)) expired.push(ref)
        }
        return expired
      })
    }
  },
  "one more that expires than was asked for": (store) => ({
    expireOverdue: ({ limit, pendingError }) => store.expireOverdue({ limit: limit + 1, pendingError })
  }),
  "an expiry that does not say why": (store) => ({
    expireOverdue: ({ limit }) => store.expireOverdue({ limit, pendingError: "no" })
  }),
  "a move that forgets its reason": (store) => ({
    move: (ref, to, { pendingError }) => store.move(ref, to, { reason: null, pendingError })
  }),
  "an unlawful move that says that it moved": (store) => ({
    move: (ref, to, options) =>
      Effect.map(
        store.move(ref, to, options),
        Option.map(({ broadcast }) => ({ broadcast, moved: true }))
      )
  }),
  "a pause that rejects whoever is pending": (store) => ({
    move: (ref, to, options) => store.move(ref, to === "paused" ? "failed" : to, options)
  }),
  "a move that completes": (store) => ({
    move: Effect.fnUntraced(function* (ref, to, options) {
      const result = yield* store.move(ref, to, options)
      if (to !== "completed") return result
      return Option.map(result, ({ broadcast, moved }) =>
        broadcast.status === "sending"
          ? { broadcast: { ...broadcast, status: to, statusReason: options.reason }, moved: true }
          : { broadcast, moved }
      )
    })
  }),
  "a broadcast that completes while somebody is pending": (store) => ({
    completeIfDone: Effect.fnUntraced(function* (ref) {
      const found = yield* store.find(ref.workspace, ref.broadcast)
      return (yield* store.completeIfDone(ref)) || Option.exists(found, ({ status }) => status === "sending")
    })
  }),
  "a paused broadcast that completes": (store) => ({
    completeIfDone: Effect.fnUntraced(function* (ref) {
      const options = { reason: null, pendingError: "" }
      yield* store.move(ref, "sending", options)
      return yield* store.completeIfDone(ref)
    })
  }),
  "a broadcast that completes again and again": (store) => ({
    completeIfDone: Effect.fnUntraced(function* (ref) {
      const done = yield* store.completeIfDone(ref)
      const found = yield* store.find(ref.workspace, ref.broadcast)
      return done || Option.exists(found, ({ status }) => status === "completed")
    })
  })
}
