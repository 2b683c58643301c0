import { layer as simulatorLayer, SimulatorJournal } from "@rollcall/channel-simulator"
import {
  type BroadcastNotFound,
  Broadcasts,
  type BroadcastUuid,
  Deliveries,
  type InvalidTransition,
  type PageRequest,
  type StorageError,
  TemplateCatalog
} from "@rollcall/core"
import { refuseDatabase } from "@rollcall/server"
import { Effect, Layer } from "effect"
import { CommandRefused, NotDone } from "../CommandRefused.ts"
import { type DatabaseAddress, DatabaseWorkspace, layerStore } from "../target/DatabaseRollcall.ts"
import { BroadcastTarget, TargetAway, type TargetError } from "./BroadcastTarget.ts"

/** The broadcasts of a workspace of a database. */
export const layerDatabaseBroadcasts = (address: DatabaseAddress) =>
  Layer.effect(
    BroadcastTarget,
    Effect.gen(function* () {
      const broadcasts = yield* Broadcasts
      const deliveries = yield* Deliveries
      const workspace = yield* DatabaseWorkspace
      const mapErrors = Effect.mapError(toTargetError(address))
      return BroadcastTarget.of({
        details: Effect.fn("DatabaseBroadcasts.details")(function* (uuid: BroadcastUuid) {
          const { broadcast, counters } = yield* mapErrors(deliveries.details(workspace, uuid))
          const { scheduledAt, status, statusReason: reason } = broadcast
          return { status, reason, scheduledAt, counters }
        }),
        errors: Effect.fn("DatabaseBroadcasts.errors")(function* (uuid: BroadcastUuid, page: PageRequest) {
          const { items, total } = yield* mapErrors(deliveries.recipients(workspace, uuid, null, page))
          return { items: items.map(({ error }) => error), total }
        }),
        cancel: Effect.fn("DatabaseBroadcasts.cancel")(function* (uuid: BroadcastUuid) {
          const { status } = yield* mapErrors(broadcasts.cancel(workspace, uuid))
          return status
        })
      })
    })
  ).pipe(Layer.provide(layerBroadcasts(address)))

/** Goes on with a paused broadcast: whatever server works on the database sends the rest of it. */
export const resumeIn = Effect.fn("DatabaseBroadcasts.resume")(function* (
  address: DatabaseAddress,
  uuid: BroadcastUuid
) {
  const broadcasts = yield* Broadcasts
  const { status } = yield* Effect.mapError(broadcasts.resume(yield* DatabaseWorkspace, uuid), toTargetError(address))
  return status
})

/** The services over a database. Commands accept nothing and send nothing, so that catalogue and channel are empty. */
export const layerBroadcasts = (address: DatabaseAddress) =>
  Layer.mergeAll(Broadcasts.layer, Deliveries.layer).pipe(
    Layer.provide(TemplateCatalog.layerOf([])),
    Layer.provide(simulatorLayer({ seed: "none" })),
    Layer.provide(SimulatorJournal.layerMemory),
    Layer.provideMerge(layerStore(address, { make: false }))
  )

const toTargetError =
  ({ origin, url }: DatabaseAddress) =>
  (error: BroadcastNotFound | InvalidTransition | StorageError): TargetError => {
    switch (error._tag) {
      case "BroadcastNotFound":
        return new NotDone({ message: "this workspace has no such broadcast" })
      case "InvalidTransition":
        return new NotDone({ message: `the broadcast is ${error.status} and cannot become ${error.to}` })
      case "StorageError": {
        const { message } = refuseDatabase(url, error, origin)
        return error.reason === "Corrupt" ? new CommandRefused({ message }) : new TargetAway({ message })
      }
    }
  }
