import { Effect, Option, Semaphore } from "effect"
import { type BroadcastRef, hasExpired } from "../../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../../broadcasts/BroadcastStore.ts"
import { SendError } from "../../channels/MessageChannel.ts"
import { OptOutStore } from "../../opt-outs/OptOutStore.ts"
import { steadyClock } from "../../shared/Instant.ts"

/**
 * For how long a send may rely on the transaction that marked its group, in milliseconds. It keeps the sends of a channel
 * that writes at once from asking the store. A cancel waits for longer than that (`requestsAreWritten`).
 */
const reliesFor = 50

/** What the store says: why nothing may be sent, or to which of the addresses not. */
type Answer = string | ReadonlySet<string>

/** The error of a send that may not begin. Nothing was written of it. */
export const stopped = (detail: string) => new SendError({ reason: "Stopped", detail })

/**
 * Makes the check that each send of a group makes before it begins (B24). Soon after the group was marked it costs
 * nothing. Later it asks the store whether the broadcast is still sending and has not expired, and whether the address
 * is opted out; the question is put to the store after the check began, so that a cancel that was answered before counts,
 * whichever process answered it. Checks that come at the same time share one question. If the store does not answer,
 * nothing may begin.
 */
export const makeSendGate = Effect.fnUntraced(function* (ref: BroadcastRef, addresses: ReadonlyArray<string>) {
  const broadcasts = yield* BroadcastStore
  const optOuts = yield* OptOutStore
  const now = yield* steadyClock
  const marked = now()
  const asking = Semaphore.makeUnsafe(1)
  let checks = 0
  let last: { readonly checks: number; readonly answer: Answer } = { checks: 0, answer: "" }

  const question = Effect.gen(function* () {
    const [found, now, optedOut] = yield* Effect.all(
      [broadcasts.find(ref.workspace, ref.broadcast), broadcasts.now, optOuts.find(ref.workspace, addresses)],
      { concurrency: "unbounded" }
    )
    const broadcast = Option.getOrUndefined(found)
    if (broadcast?.status !== "sending") return `the broadcast is ${broadcast?.status ?? "gone"}`
    if (hasExpired(broadcast, now)) return "the broadcast has expired"
    const answer: Answer = new Set(optedOut.keys())
    return answer
  }).pipe(Effect.catch((): Effect.Effect<Answer> => Effect.succeed("the store does not respond")))

  /** The answer to a question that was put after this check began. */
  const answerTo = (check: number) =>
    Semaphore.withPermit(
      asking,
      Effect.suspend(() => {
        if (last.checks >= check) return Effect.succeed(last.answer)
        const upTo = checks
        return Effect.tap(question, (answer) => Effect.sync(() => (last = { checks: upTo, answer })))
      })
    )

  return (address: string): Effect.Effect<void, SendError> =>
    Effect.suspend(() => {
      if (now() - marked <= reliesFor) return Effect.void
      return Effect.flatMap(answerTo(++checks), (answer) => {
        if (typeof answer === "string") return Effect.fail(stopped(answer))
        return answer.has(address) ? Effect.fail(stopped("the recipient has opted out")) : Effect.void
      })
    })
})
