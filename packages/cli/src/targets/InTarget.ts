import { BroadcastsErrors } from "@rollcall/api"
import { Effect } from "effect"
import { type CommandRefused, NotDone } from "../CommandRefused.ts"
import { print, type Printed } from "../screen/Output.ts"
import type { AddressFlags } from "./Address.ts"
import type { ApiError, Refused } from "./ApiError.ts"
import { layerTarget } from "./CommandTarget.ts"
import type { DatabaseOptions } from "./DatabaseTarget.ts"
import { type ApiClient, call, refuse, type Target } from "./Target.ts"

/** Runs requests on the target of the flags. Every error of a request fails the command. */
export const withTarget = <A, R>(
  flags: AddressFlags,
  requests: Effect.Effect<A, ApiError | CommandRefused | NotDone, R>,
  options?: DatabaseOptions
) =>
  requests.pipe(
    Effect.catchTag(["Refused", "Unreached", "OutcomeUnknown"], refuse),
    Effect.provide(layerTarget(flags, options))
  )

/**
 * Runs requests on the target of the flags. A request fails with `NotDone` if the resource doesn't exist or its state
 * forbids the operation. Any other error fails the command.
 */
export const inTarget = <A>(
  flags: AddressFlags,
  requests: Effect.Effect<A, ApiError | CommandRefused | NotDone, Target>,
  options?: DatabaseOptions
) =>
  withTarget(
    flags,
    Effect.catchTag(requests, "Refused", (refused) =>
      Effect.fail(isNotDone(refused) ? new NotDone({ message: refused.message }) : refused)
    ),
    options
  )

/** Makes a single API call in a target. See {@link inTarget}. */
export const callIn = <A, E>(
  flags: AddressFlags,
  request: (client: ApiClient) => Effect.Effect<A, E>,
  options?: DatabaseOptions
) => inTarget(flags, call(request), options)

/** Prints the items of a listing, as a table or as JSON. */
export const printItems = Effect.fnUntraced(function* <Item>(
  flags: AddressFlags,
  { json }: Printed,
  listing: Effect.Effect<ReadonlyArray<Item>, ApiError | CommandRefused | NotDone, Target>,
  { tableOf, what }: { readonly what: string; readonly tableOf: (items: ReadonlyArray<Item>) => string }
) {
  const items = yield* inTarget(flags, listing)
  yield* print(json, items, () => (items.length === 0 ? `No ${what} found.` : tableOf(items)))
})

/** Whether the resource doesn't exist, is archived, or can't be evaluated. */
const isNotDone = ({ issues, message, title }: Refused): boolean =>
  message.includes("404 NOT FOUND") ||
  title === BroadcastsErrors.messages.notFound ||
  message.endsWith(" is archived.") ||
  issues.some(({ type }) => type === "segment_broken")
