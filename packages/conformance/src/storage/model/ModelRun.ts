import { ActorUuid, ContactLists, Contacts, ContactValues, CustomFields, IdGenerator, Notes } from "@rollcall/core"
import { ContactErasure } from "@rollcall/core/people"
import type { WorkspaceStore } from "@rollcall/core/storage"
import { Clock, type Context, Effect, Layer } from "effect"
import { agree, Discrepancy } from "../shared/Check.ts"
import { baseDay } from "../shared/InstantArbitrary.ts"
import { ensureWorkspace, newWorkspace } from "../shared/Fixture.ts"
import type { Services } from "./Command.ts"
import { fixtureOf, Made } from "./Fixture.ts"
import { clockAt } from "./ModelClock.ts"
import { idsFor } from "./ModelIds.ts"
import { observationsOf } from "./Observations.ts"
import type { Step } from "./Step.ts"

/** The services of the contacts area, over any store. */
export const services = Layer.mergeAll(
  Contacts.layer,
  ContactErasure.layer,
  CustomFields.layer,
  ContactValues.layer,
  ContactLists.layer,
  Notes.layer
)

/** The result of a call as a plain value; errors by tag and content. */
type Answer =
  | { readonly _tag: "Answer"; readonly value: unknown }
  | { readonly _tag: "Refusal"; readonly error: unknown }

const answerOf = <R>(call: Effect.Effect<unknown, unknown, R>): Effect.Effect<Answer, never, R> =>
  Effect.match(call, {
    onSuccess: (value): Answer => ({ _tag: "Answer", value }),
    onFailure: (error): Answer => ({
      _tag: "Refusal",
      error: error instanceof Error ? Object.fromEntries(Object.entries(error)) : error
    })
  })

let runs = 0

/**
 * Runs the same commands, with the same timestamps and new identifiers, on the services over the reference and on the
 * services in the context, in two new workspaces. Fails if a result or the final observations differ.
 */
export const runSteps = Effect.fnUntraced(function* (
  reference: Context.Context<Services | WorkspaceStore>,
  steps: ReadonlyArray<Step>,
  count: (step: Step, worked: boolean) => void
) {
  const run = ++runs
  const tested: Context.Context<Services | WorkspaceStore> = yield* Effect.context<Services | WorkspaceStore>()
  const first = yield* newWorkspace
  const second = yield* newWorkspace
  yield* Effect.provideContext(Effect.forEach([first, second], ensureWorkspace), reference)
  const actor = ActorUuid.make("00000000-0000-4000-8000-00000000000a")
  const made = new Made()
  const clock = yield* Clock.Clock
  let now = baseDay

  const compare = Effect.fnUntraced(function* (
    what: string,
    step: number,
    call: Effect.Effect<unknown, unknown, Services>
  ) {
    const withIds = () =>
      answerOf(call).pipe(
        Effect.provideService(IdGenerator, idsFor(run, step)),
        Effect.provideService(Clock.Clock, clockAt(now, clock))
      )
    const expected = yield* Effect.provideContext(withIds(), reference)
    const actual = yield* Effect.provideContext(withIds(), tested)
    yield* agree(what, actual, expected)
    return expected
  })

  for (const [at, step] of steps.entries()) {
    now += step.wait
    const [workspace, other] = step.inFirst ? [first, second] : [second, first]
    const call = step.command.call(fixtureOf(made, { workspace, actor }, other))
    const answer = yield* compare(`Step ${at + 1}, ${step.command.name}`, at, call)
    if (answer._tag === "Answer") made.add(answer.value)
    count(step, answer._tag === "Answer")
  }
  for (const workspace of [first, second]) {
    for (const { at, call } of yield* Effect.provideContext(observationsOf(workspace), reference)) {
      const { _tag } = yield* compare(`In the end, ${at}`, steps.length, call)
      if (_tag === "Refusal") return yield* new Discrepancy({ message: `In the end, ${at} should be answered` })
    }
  }
})
