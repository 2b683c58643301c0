import { type Duration, Effect, type Exit, Fiber, Option } from "effect"
import { steadyMillis } from "../../shared/Instant.ts"

/**
 * Makes an effect that runs `ask` at most once per `keepFor` milliseconds, by a steady clock, and shares the result among
 * all callers. The effect returns the exit of `ask`, or `Option.none()` if `ask` did not finish within `answerWithin`. A
 * late `ask` is interrupted in the background, because closing a lost connection may take long. An interrupted caller
 * doesn't interrupt `ask` for the other callers.
 */
export const askedOnce = <A, E>(
  ask: Effect.Effect<A, E>,
  { answerWithin, keepFor }: { readonly keepFor: number; readonly answerWithin: Duration.Duration }
) =>
  Effect.map(Effect.scope, (scope) => {
    type Answer = Option.Option<Exit.Exit<A, E>>
    let last: { readonly at: number; readonly answer: Answer } | undefined
    let running: Fiber.Fiber<Answer> | undefined
    const question = Effect.gen(function* () {
      const fiber = yield* Effect.forkIn(ask, scope, { startImmediately: true })
      const answer = yield* Effect.timeoutOption(Fiber.await(fiber), answerWithin)
      if (Option.isNone(answer)) yield* Effect.forkIn(Fiber.interrupt(fiber), scope)
      last = { at: yield* steadyMillis, answer }
      running = undefined
      return answer
    })
    return Effect.gen(function* () {
      if (last !== undefined && (yield* steadyMillis) - last.at < keepFor) return last.answer
      running ??= yield* Effect.forkIn(question, scope)
      return yield* Fiber.join(running)
    })
  })
