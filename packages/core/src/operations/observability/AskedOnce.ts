import { type Duration, Effect, type Exit, Fiber, Option } from "effect"
import { steadyMillis } from "../../shared/Instant.ts"

/**
 * Makes an effect that asks something at most once in `keepFor`, by a steady clock, for all who want to know. Returns its
 * last exit; none if it did not answer within `answerWithin`. Its end is not awaited then: a connection that is lost may
 * take long to close. A caller that leaves meanwhile does not end it for the others.
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
