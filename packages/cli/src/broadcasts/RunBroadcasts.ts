import { Broadcasts, type BroadcastUuid } from "@rollcall/core"
import { refuseDatabase } from "@rollcall/server"
import { Effect, Layer } from "effect"
import { isatty } from "node:tty"
import { NotDone } from "../CommandRefused.ts"
import { print } from "../screen/Output.ts"
import { type AddressFlags, readDatabase } from "../target/Address.ts"
import type { ApiError } from "../target/ApiError.ts"
import { forCommand, layerTarget } from "../target/CommandTarget.ts"
import { refuse } from "../target/Target.ts"
import { BroadcastClient, noBroadcast } from "./BroadcastClient.ts"
import { listBroadcasts, type ListOptions } from "./ListBroadcasts.ts"
import { showBroadcast, watchBroadcast } from "./ShowBroadcast.ts"
import { lineScreen, ownCanvas, terminalScreen } from "./WatchScreen.ts"

/** Shows a broadcast once, or until it is over: drawn on a terminal, elsewhere in lines, and with `json` in lines of JSON. */
export const show = (
  uuid: BroadcastUuid,
  { json, watch }: { readonly json: boolean; readonly watch: boolean },
  flags: AddressFlags
) =>
  withClient(
    flags,
    watch
      ? Effect.onInterrupt(
          watchBroadcast(uuid, isatty(1) && !json ? terminalScreen(ownCanvas) : lineScreen(json), json),
          // It was not seen to complete.
          () =>
            Effect.sync(() => {
              process.exitCode = 1
            })
        )
      : showBroadcast(uuid, json)
  )

/** Prints the newest broadcasts. */
export const list = (options: ListOptions, flags: AddressFlags) => withClient(flags, listBroadcasts(options))

/** Stops a broadcast. */
export const cancel = (uuid: BroadcastUuid, json: boolean, flags: AddressFlags) =>
  withClient(
    flags,
    Effect.gen(function* () {
      const client = yield* BroadcastClient
      const status = yield* client.cancel(uuid)
      yield* print(json, { uuid, status }, () => `The broadcast is ${status}.`)
    })
  )

/** Resumes a paused broadcast of a database: the servers on it send the rest. */
export const resume = Effect.fnUntraced(function* (uuid: BroadcastUuid, json: boolean, flags: AddressFlags) {
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
  yield* print(json, { uuid, status }, () => `The broadcast is ${status}.`)
})

const withClient = <A>(flags: AddressFlags, effect: Effect.Effect<A, ApiError | NotDone, BroadcastClient>) =>
  effect.pipe(
    Effect.catchTag(["Refused", "Unreached", "OutcomeUnknown"], refuse),
    Effect.provide(Layer.provide(BroadcastClient.layer, layerTarget(flags)))
  )
