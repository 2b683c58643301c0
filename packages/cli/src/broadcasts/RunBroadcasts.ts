import { Broadcasts, type BroadcastUuid } from "@rollcall/core"
import { refuseDatabase } from "@rollcall/server"
import { Console, Effect, Layer } from "effect"
import { isatty } from "node:tty"
import { NotDone } from "../CommandRefused.ts"
import { type AddressFlags, readDatabase } from "../target/Address.ts"
import type { ApiError } from "../target/ApiError.ts"
import { forCommand, layerTarget } from "../target/CommandTarget.ts"
import { refuse } from "../target/Target.ts"
import { BroadcastClient, noBroadcast } from "./BroadcastClient.ts"
import { showBroadcast, watchBroadcast } from "./ShowBroadcast.ts"
import { lineScreen, ownCanvas, terminalScreen } from "./WatchScreen.ts"

/** Shows a broadcast once, or until it is over: drawn on a terminal, elsewhere in lines. */
export const show = (uuid: BroadcastUuid, watch: boolean, flags: AddressFlags) =>
  withClient(
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
  withClient(
    flags,
    Effect.gen(function* () {
      const client = yield* BroadcastClient
      yield* Console.log(`The broadcast is ${yield* client.cancel(uuid)}.`)
    })
  )

/** Resumes a paused broadcast of a database: the servers on it send the rest. */
export const resume = Effect.fnUntraced(function* (uuid: BroadcastUuid, flags: AddressFlags) {
  const address = yield* readDatabase(flags, "a server has no interface to resume broadcasts")
  const { DatabaseCaller, layerDatabase } = yield* Effect.promise(() => import("../target/DatabaseTarget.ts"))
  const { status } = yield* Effect.gen(function* () {
    const broadcasts = yield* Broadcasts
    const { workspace } = yield* DatabaseCaller
    return yield* broadcasts.resume(workspace, uuid)
  }).pipe(
    Effect.catchTags({
      BroadcastNotFound: () => Effect.fail(new NotDone({ message: noBroadcast(uuid) })),
      InvalidTransition: ({ message }) => Effect.fail(new NotDone({ message })),
      StorageError: (error) => refuse(refuseDatabase(address.url, error, address.origin))
    }),
    Effect.provide(forCommand(layerDatabase(address)))
  )
  yield* Console.log(`The broadcast is ${status}.`)
})

const withClient = <A>(flags: AddressFlags, effect: Effect.Effect<A, ApiError | NotDone, BroadcastClient>) =>
  effect.pipe(
    Effect.catchTag(["Refused", "Unreached", "OutcomeUnknown"], refuse),
    Effect.provide(Layer.provide(BroadcastClient.layer, layerTarget(flags)))
  )
