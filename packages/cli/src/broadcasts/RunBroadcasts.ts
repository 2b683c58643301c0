import type { BroadcastUuid } from "@rollcall/core"
import { Console, Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { isatty } from "node:tty"
import { CommandRefused } from "../CommandRefused.ts"
import { type AddressFlags, readAddress, readDatabase } from "../target/Address.ts"
import { forCommand } from "../target/ForCommand.ts"
import { BroadcastTarget, type TargetError } from "./BroadcastTarget.ts"
import { showBroadcast, watchBroadcast } from "./ShowBroadcast.ts"
import { lineScreen, ownCanvas, terminalScreen } from "./WatchScreen.ts"

/** Shows a broadcast, once or until it is over: on a terminal it is drawn, elsewhere there are lines. */
export const show = (uuid: BroadcastUuid, watch: boolean, flags: AddressFlags) =>
  withTarget(
    flags,
    watch
      ? Effect.onInterrupt(
          watchBroadcast(uuid, isatty(1) ? terminalScreen(ownCanvas) : lineScreen),
          // It was not seen to complete.
          () =>
            Effect.sync(() => {
              process.exitCode = 1
            })
        )
      : showBroadcast(uuid)
  )

/** Stops a broadcast. */
export const cancel = (uuid: BroadcastUuid, flags: AddressFlags) =>
  withTarget(
    flags,
    Effect.gen(function* () {
      const target = yield* BroadcastTarget
      yield* Console.log(`The broadcast is ${yield* target.cancel(uuid)}.`)
    })
  )

/** Goes on with a paused broadcast of a database. */
export const resume = Effect.fnUntraced(function* (uuid: BroadcastUuid, flags: AddressFlags) {
  const address = yield* readDatabase(flags, "a server has no interface to resume broadcasts")
  const { layerBroadcasts, resumeIn } = yield* Effect.promise(() => import("./DatabaseBroadcasts.ts"))
  const status = yield* resumeIn(address, uuid).pipe(
    Effect.provide(forCommand(layerBroadcasts(address))),
    Effect.catchTag("TargetAway", refuse)
  )
  yield* Console.log(`The broadcast is ${status}.`)
})

const withTarget = <A>(flags: AddressFlags, effect: Effect.Effect<A, TargetError, BroadcastTarget>) =>
  effect.pipe(Effect.catchTag("TargetAway", refuse), Effect.provide(targetLayer(flags)))

const targetLayer = (flags: AddressFlags) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const address = yield* readAddress(flags)
      if (address._tag === "Server") {
        const { layerServerBroadcasts } = yield* Effect.promise(() => import("./ServerBroadcasts.ts"))
        return Layer.provide(layerServerBroadcasts(address), FetchHttpClient.layer)
      }
      const { layerDatabaseBroadcasts } = yield* Effect.promise(() => import("./DatabaseBroadcasts.ts"))
      return layerDatabaseBroadcasts(address)
    })
  ).pipe(forCommand)

const refuse = ({ message }: { readonly message: string }) => Effect.fail(new CommandRefused({ message }))
