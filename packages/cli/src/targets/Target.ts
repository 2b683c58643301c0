import type { Api } from "@rollcall/api"
import { Console, Context, Effect, Schedule } from "effect"
import type { HttpApiClient } from "effect/http-api"
import { refusal } from "../CommandRefused.ts"
import { responseTimeout, toApiError } from "./ApiError.ts"

export type ApiClient = HttpApiClient.ForApi<typeof Api>

/** The workspace that a command works on, through the API of a server, or of a database that this process has opened. */
export class Target extends Context.Service<
  Target,
  {
    /** The name of the target, for messages. */
    readonly name: string
    readonly client: ApiClient
    /** A sentence that says who continues accepted imports if this process ends. */
    readonly continuation: string
  }
>()("@rollcall/cli/target/Target") {}

/** How long a target that doesn't respond is retried. */
const retrySchedule = Schedule.min([Schedule.exponential("250 millis"), Schedule.spaced("5 seconds")]).pipe(
  Schedule.upTo({ duration: "1 minute" })
)

/** Calls the API once. */
export const call = Effect.fnUntraced(function* <A, E>(request: (client: ApiClient) => Effect.Effect<A, E>) {
  const { client, name } = yield* Target
  return yield* request(client).pipe(
    Effect.timeout(responseTimeout),
    Effect.mapError((error) => toApiError(name, error))
  )
})

/** Makes a read-only call to the API. If the target is unavailable, retries for a minute. */
export const read = <A, E>(request: (client: ApiClient) => Effect.Effect<A, E>) => whileAway(call(request))

/** Prints once to standard error what the command waits for, before it retries. */
export const sayingOnce = <A, E extends { readonly message: string }, R>(
  effect: Effect.Effect<A, E, R>,
  isRepeated: (error: E) => boolean
) =>
  Effect.suspend(() => {
    let isSaid = false
    return Effect.tapError(effect, (error) => {
      if (isSaid || !isRepeated(error)) return Effect.void
      isSaid = true
      return Console.error(`Waiting for up to a minute: ${error.message}`)
    }).pipe(Effect.retry({ schedule: retrySchedule, while: isRepeated }))
  })

/** Retries for a minute if the target is unavailable, and prints what it waits for. */
export const whileAway = <A, E extends { readonly _tag: string; readonly message: string }, R>(
  effect: Effect.Effect<A, E, R>
) => sayingOnce(effect, ({ _tag }) => _tag === "Unreached" || _tag === "OutcomeUnknown")

/** Fails the command with the message of a failed call. */
export const refuse = ({ message }: { readonly message: string }) => Effect.fail(refusal(message))
