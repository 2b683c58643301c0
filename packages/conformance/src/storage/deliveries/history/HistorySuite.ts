import type { Storage } from "@rollcall/core"
import { Delivery } from "@rollcall/core/storage"
import { type Context, DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check, Discrepancy, holds, show } from "../../shared/Check.ts"
import { forAll, generatedCases } from "../../shared/ForAll.ts"
import { beginHistory, claimIn, newHistory, type Observation, observe, perform } from "./History.ts"
import { historyArbitrary, type HistoryCommand } from "./HistoryCommand.ts"
import { standing, succession } from "./HistoryLaws.ts"

/**
 * Returns the parts of an observation that must be equal in two stores. Each store has its own key for digests of
 * message ids.
 */
const comparable = ({ rows, ...others }: Observation) => ({
  ...others,
  rows: rows.map((row) => (Delivery.isErased(row) ? { ...row, messageId: row.messageId !== null } : row))
})

/**
 * Runs a history on the store in the context, and checks the laws after each command. With a reference, also runs it on
 * the reference, and fails if results or observations differ.
 */
const runHistory = (reference: Context.Context<Storage> | null) =>
  Effect.fnUntraced(function* (commands: ReadonlyArray<HistoryCommand>) {
    const history = yield* newHistory
    const onBoth = Effect.fnUntraced(function* <A, E>(
      what: string,
      effect: Effect.Effect<A, E, Storage>,
      form: (answer: A) => unknown = (answer) => answer
    ) {
      const answer = yield* effect
      if (reference !== null) yield* agree(what, form(answer), form(yield* Effect.provideContext(effect, reference)))
      return answer
    })
    yield* onBoth("The beginning", beginHistory(history))
    let before = yield* onBoth("What is stored", observe(history), comparable)
    yield* standing(before)

    const step = Effect.fnUntraced(function* (command: HistoryCommand) {
      if (command._tag === "Wait") return yield* TestClock.adjust(command.duration)
      if (command._tag === "Claim") {
        const claim = yield* onBoth("The claim", claimIn(history, command))
        for (const { attempt, uuid } of claim._tag === "Claimed" ? claim.deliveries : []) {
          const again = history.claims.some((earlier) => earlier.uuid === uuid && earlier.attempt >= attempt)
          yield* holds("B10: no attempt is claimed twice", !again, claim)
          history.claims.push({ uuid, attempt })
        }
      } else {
        yield* onBoth("The answer", perform(history, command))
      }
      const after = yield* onBoth("What is stored", observe(history), comparable)
      yield* standing(after)
      yield* succession(before, after, command._tag)
      if (command._tag === "Receive" && command.twice) {
        yield* onBoth("The answer to a repetition", perform(history, command))
        yield* agree(
          "B11: repeating receipts changes nothing",
          yield* onBoth("What is stored", observe(history), comparable),
          after
        )
      }
      before = after
    })

    for (const [index, command] of commands.entries()) {
      const at = DateTime.formatIso(yield* DateTime.now)
      yield* Effect.mapError(step(command), (error) => {
        const message = error instanceof Discrepancy ? error.message : show(error)
        return new Discrepancy({ message: `Step ${index}, ${command._tag} at ${at}: ${message}` })
      })
    }
  })

/** Checks the laws of deliveries under random histories, and compares the store with the reference if there is one. */
export const historyChecks = (reference?: Layer.Layer<Storage>): ReadonlyArray<Check<Storage>> => [
  check(
    "B10-B14, C5-C7: any order of claims, outcomes, receipts, transitions, erasures and waits keeps the laws and equals the reference",
    Effect.scoped(
      Effect.gen(function* () {
        const context = reference === undefined ? null : yield* Layer.build(Layer.fresh(reference))
        yield* forAll(historyArbitrary, Math.ceil((yield* generatedCases) / 3), runHistory(context))
      })
    )
  )
]
