import type { BroadcastUuid } from "@rollcall/core"
import type { BroadcastStatus } from "@rollcall/core/sending"
import { DateTime, Effect, type Option } from "effect"
import { isatty } from "node:tty"
import { exitWith } from "../ExitCode.ts"
import { print, type Printed } from "../screen/Output.ts"
import { table } from "../screen/Table.ts"
import { count } from "../screen/Text.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { given } from "../targets/Given.ts"
import { withTarget } from "../targets/InTarget.ts"
import { read } from "../targets/Target.ts"
import {
  type BroadcastChange,
  type BroadcastSummary,
  changeBroadcast,
  decideOptOuts,
  type OptOutDecision,
  readBroadcast
} from "./BroadcastClient.ts"
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
  withTarget(
    flags,
    watch
      ? Effect.onInterrupt(
          watchBroadcast(readBroadcast(uuid), isatty(1) && !json ? terminalScreen(ownCanvas) : lineScreen(json), json),
          // The command did not see the broadcast complete.
          () => exitWith(1)
        )
      : showBroadcast(uuid, json)
  )

/** Prints the newest broadcasts as JSON, or as a table with the number of further ones. */
export const list = Effect.fn("RunBroadcasts.list")(function* (
  { json, limit, status }: Printed & { readonly status: Option.Option<BroadcastStatus>; readonly limit: number },
  flags: AddressFlags
) {
  const query = { limit, offset: 0, ...given({ status }) }
  const listed = read((client) => client.broadcasts.list({ query }))
  const { broadcasts, pagination } = yield* withTarget(flags, listed)
  yield* print(json, broadcasts, () => {
    if (pagination.total === 0) return "No broadcasts found."
    const more = pagination.total - broadcasts.length
    return `${table(["UUID", "Name", "Status", "Template", "Scheduled"], broadcasts.map(toRow))}${more > 0 ? `\n${count(more)} more: --limit shows up to 1000.` : ""}`
  })
})

const toRow = (broadcast: BroadcastSummary): ReadonlyArray<string> => [
  broadcast.uuid,
  broadcast.name,
  broadcast.status,
  broadcast.template_name,
  DateTime.formatIso(broadcast.scheduled_at)
]

export const change = (operation: BroadcastChange) => (input: OfBroadcast, flags: AddressFlags) =>
  withTarget(
    flags,
    Effect.gen(function* () {
      const { status } = yield* changeBroadcast(input.uuid, operation)
      yield* print(input.json, { uuid: input.uuid, status }, () => `The broadcast is ${status}.`)
    })
  )

export const decide = (decision: OptOutDecision) => (input: OfBroadcast, flags: AddressFlags) =>
  withTarget(
    flags,
    Effect.gen(function* () {
      const { held_opt_outs } = yield* decideOptOuts(input.uuid, decision)
      const shown = { uuid: input.uuid, held_opt_outs }
      yield* print(input.json, shown, () => `The opt-outs of the broadcast are ${held_opt_outs}.`)
    })
  )
