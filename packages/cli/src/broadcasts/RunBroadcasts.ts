import type { BroadcastUuid } from "@rollcall/core"
import { Effect, Layer } from "effect"
import { isatty } from "node:tty"
import type { NotDone } from "../CommandRefused.ts"
import { print, type Printed } from "../screen/Output.ts"
import type { AddressFlags } from "../targets/Address.ts"
import type { ApiError } from "../targets/ApiError.ts"
import { layerTarget } from "../targets/CommandTarget.ts"
import { refuse } from "../targets/Target.ts"
import { type BroadcastChange, type OptOutDecision, BroadcastClient } from "./BroadcastClient.ts"
import { listBroadcasts, type ListOptions } from "./ListBroadcasts.ts"
import { showBroadcast, watchBroadcast } from "./ShowBroadcast.ts"
import { lineScreen, ownCanvas, terminalScreen } from "./WatchScreen.ts"

interface OfBroadcast extends Printed {
  readonly uuid: BroadcastUuid
}

/**
 * Shows a broadcast once, or with `watch` until it is over: drawn on a terminal, otherwise as lines, with `json` as JSON
 * Lines.
 */
export const show = ({ json, uuid, watch }: OfBroadcast & { readonly watch: boolean }, flags: AddressFlags) =>
  withClient(
    flags,
    watch
      ? Effect.onInterrupt(
          watchBroadcast(uuid, isatty(1) && !json ? terminalScreen(ownCanvas) : lineScreen(json), json),
          // The command did not see the broadcast complete.
          () =>
            Effect.sync(() => {
              process.exitCode = 1
            })
        )
      : showBroadcast(uuid, json)
  )

export const list = (options: ListOptions, flags: AddressFlags) => withClient(flags, listBroadcasts(options))

export const change = (operation: BroadcastChange) => (input: OfBroadcast, flags: AddressFlags) =>
  withClient(
    flags,
    Effect.gen(function* () {
      const client = yield* BroadcastClient
      const status = yield* client.change(input.uuid, operation)
      yield* print(input.json, { uuid: input.uuid, status }, () => `The broadcast is ${status}.`)
    })
  )

/** Applies or dismisses held opt-outs. */
export const decide = (decision: OptOutDecision) => (input: OfBroadcast, flags: AddressFlags) =>
  withClient(
    flags,
    Effect.gen(function* () {
      const client = yield* BroadcastClient
      const state = yield* client.decide(input.uuid, decision)
      yield* print(
        input.json,
        { uuid: input.uuid, held_opt_outs: state },
        () => `The opt-outs of the broadcast are ${state}.`
      )
    })
  )

const withClient = <A>(flags: AddressFlags, effect: Effect.Effect<A, ApiError | NotDone, BroadcastClient>) =>
  effect.pipe(
    Effect.catchTag(["Refused", "Unreached", "OutcomeUnknown"], refuse),
    Effect.provide(Layer.provide(BroadcastClient.layer, layerTarget(flags)))
  )
