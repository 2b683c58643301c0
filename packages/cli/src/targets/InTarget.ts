import { BroadcastsErrors } from "@rollcall/api"
import { Effect } from "effect"
import { type CommandRefused, NotDone } from "../CommandRefused.ts"
import type { AddressFlags } from "./Address.ts"
import type { ApiError, Refused } from "./ApiError.ts"
import { layerTarget } from "./CommandTarget.ts"
import { refuse, type Target } from "./Target.ts"

/**
 * Runs requests on the target of the flags. A request fails with `NotDone` if the resource doesn't exist or its state
 * forbids the operation. Any other error fails the command.
 */
export const inTarget = <A>(
  flags: AddressFlags,
  requests: Effect.Effect<A, ApiError | CommandRefused | NotDone, Target>,
  options: Parameters<typeof layerTarget>[1] = {}
) =>
  requests.pipe(
    Effect.catchTags({
      Refused: (refused): Effect.Effect<never, CommandRefused | NotDone> =>
        isNotDone(refused) ? Effect.fail(new NotDone({ message: refused.message })) : refuse(refused),
      Unreached: refuse,
      OutcomeUnknown: refuse
    }),
    Effect.provide(layerTarget(flags, options))
  )

/** Whether the resource doesn't exist, is archived, or can't be evaluated. */
const isNotDone = ({ issues, message, title }: Refused): boolean =>
  message.includes("404 NOT FOUND") ||
  title === BroadcastsErrors.messages.notFound ||
  message.endsWith(" is archived.") ||
  issues.some(({ type }) => type === "segment_broken")
