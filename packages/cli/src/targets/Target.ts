import type { Api } from "@rollcall/api"
import { Console, Context, Effect, Schedule } from "effect"
import type { HttpApiClient } from "effect/http-api"
import { refusal } from "../CommandRefused.ts"
import { responseTimeout, toApiError } from "./ApiError.ts"

export type ApiClient = HttpApiClient.ForApi<typeof Api>

/** The workspace that a command works on, through the API of a server or of a database that this process has opened. */
export class Target extends Context.Service<
  Target,
  {
    /** Its name in messages. */
    readonly name: string
    readonly client: ApiClient
    /** What continues accepted imports when this process ends, as a sentence. */
    readonly continuation: string
  }
>()("@rollcall/cli/target/Target") {}

/** How long a target that does not answer is asked again. */
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

/** Calls the API for what changes nothing, and again for a minute while the target is away. */
export const read = <A, E>(request: (client: ApiClient) => Effect.Effect<A, E>) => whileAway(call(request))

/** Says once on the standard error what a command waits for, before it asks again. */
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

/** Repeats what failed because the target is away, for a minute, and says what it waits for. */
export const whileAway = <A, E extends { readonly _tag: string; readonly message: string }, R>(
  effect: Effect.Effect<A, E, R>
) => sayingOnce(effect, ({ _tag }) => _tag === "Unreached" || _tag === "OutcomeUnknown")

/** Refuses the command for the reason that a call failed. */
export const refuse = ({ message }: { readonly message: string }) => Effect.fail(refusal(message))
