import { refKey } from "@rollcall/core/sending"
import { AudienceStore, BroadcastStore, ContactStore } from "@rollcall/core/storage"
import { Effect, Layer, Option, Stream } from "effect"
import { type Fault, wrong } from "./Fault.ts"

/** Hazards of audiences and of what becomes of them. */
export const audienceFaults: { readonly [hazard: string]: Fault } = {
  "a walk whose contacts are read when their turn comes": {
    seenBy: "audiences",
    port: Layer.effect(
      AudienceStore,
      Effect.gen(function* () {
        const [right, contacts] = [yield* AudienceStore, yield* ContactStore]
        return AudienceStore.of({
          ...right,
          walk: (workspace, selection, atOnce) =>
            Stream.mapEffect(right.walk(workspace, selection, atOnce), (part) =>
              Effect.forEach(part, ({ contact, isExcluded }) =>
                Effect.map(contacts.find(workspace, contact.uuid), (found) => ({
                  contact: Option.getOrElse(found, () => contact),
                  isExcluded
                }))
              )
            )
        })
      })
    )
  },

  "an exclusion of which the first part alone is looked at": {
    seenBy: "search",
    port: wrong(AudienceStore, (right) => ({
      walk: (workspace, { exclude, include }, atOnce) =>
        right.walk(workspace, { include, exclude: exclude.slice(0, 1) }, atOnce)
    }))
  },

  "a union that counts a contact in each of its parts": {
    seenBy: "search",
    port: wrong(AudienceStore, (right) => ({
      size: (workspace, { include }, limits) =>
        Effect.map(
          Effect.forEach(include, (part) => right.size(workspace, { include: [part], exclude: [] }, limits)),
          (sizes) => sizes.reduce((sum, size) => sum + size, 0)
        )
    }))
  },

  "an attempt that stores recipients after another one has begun": {
    seenBy: "broadcasts",
    port: wrong(BroadcastStore, (right) => {
      const newest = new Map<string, number>()
      return {
        claimUnresolved: (options) =>
          Effect.tap(right.claimUnresolved(options), (begun) =>
            Effect.sync(() => begun.forEach(({ attempt, ref }) => newest.set(refKey(ref), attempt)))
          ),
        extend: (ref, attempt, ...rest) => right.extend(ref, newest.get(refKey(ref)) ?? attempt, ...rest)
      }
    })
  },

  "an audience that is seen before all of it is there": {
    seenBy: "broadcasts",
    port: wrong(BroadcastStore, (right) => ({
      claimUnresolved: (options) =>
        Effect.tap(right.claimUnresolved(options), (begun) =>
          Effect.forEach(begun, ({ attempt, ref }) => right.complete(ref, attempt), { discard: true })
        )
    }))
  },

  "a cancelled broadcast whose recipients stay": {
    seenBy: "broadcasts",
    port: wrong(BroadcastStore, (right) => ({
      discard: (ref) =>
        Effect.flatMap(right.find(ref.workspace, ref.broadcast), (found) =>
          Option.isSome(found) ? Effect.succeed(true) : right.discard(ref)
        )
    }))
  }
}
