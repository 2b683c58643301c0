import { type BroadcastUuid, Contacts, InvalidInput } from "@rollcall/core"
import { AudienceSettings } from "@rollcall/core/sending"
import { type BroadcastRef, BroadcastStore, DeliveryStore } from "@rollcall/core/storage"
import { Config, Effect, Option, Result, Struct } from "effect"
import fc from "fast-check"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { forAll } from "../shared/ForAll.ts"
import { buildCrowd, type Outcome, type Crowd, crowdArbitrary } from "./AudienceCrowd.ts"

/** The number of generated crowds: `ROLLCALL_SEQUENCES`, default 4. */
export const crowds = Config.Int("ROLLCALL_SEQUENCES").pipe(Config.withDefault(4))

type Built = Effect.Success<ReturnType<typeof buildCrowd>>

/** Reads the outcomes for a broadcast's contacts, in order. */
const outcomesOf = Effect.fnUntraced(function* ({ recipients, workspace }: Built, uuid: BroadcastUuid) {
  const store = yield* DeliveryStore
  const rows = yield* recipients(uuid)
  const deliveries =
    rows.length === 0
      ? []
      : yield* store.lock({ deliveries: rows.map((row) => ({ workspaceUuid: workspace, uuid: row.uuid })) })
  const names = new Map(deliveries.map((row) => [row.uuid, row.parameters?.body[0] ?? null]))
  yield* holds(
    "Every recipient is of the workspace",
    deliveries.every((row) => row.workspaceUuid === workspace)
  )
  return rows.map((row): Outcome => ({
    identifier: row.identifier,
    reason: row.reason,
    name: names.get(row.uuid) ?? null
  }))
})

const countsOf = (outcomes: ReadonlyArray<Outcome>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { reason } of outcomes) if (reason !== null) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}

const reachedOf = (outcomes: ReadonlyArray<Outcome>): number => outcomes.filter(({ reason }) => reason === null).length

/**
 * Creates a broadcast with an audience that is resolved in the background, and resolves the audience as a worker does.
 */
const createInBackground = Effect.fnUntraced(function* ({ broadcasts, caller, request, resolveDue, workspace }: Built) {
  const settings = { ...AudienceSettings.defaultValue(), inRequest: -1 }
  const store = yield* BroadcastStore
  const accepted = yield* Effect.provideService(broadcasts.create(caller, request), AudienceSettings, settings)
  yield* agree("The status until then", [accepted.status, accepted.recipients], ["resolving", null])
  const ref: BroadcastRef = { workspace, broadcast: accepted.uuid }
  const { isComplete } = Option.getOrThrow(yield* store.find(workspace, ref.broadcast))
  yield* holds("It is not complete before", !isComplete)
  yield* resolveDue
  return accepted.uuid
})

/** A crowd, the contact to archive after the estimate, and the tolerated difference. */
const changes = fc.record({ crowd: crowdArbitrary, changed: fc.nat(7), tolerance: fc.nat(1) })
type Change = typeof changes extends fc.Arbitrary<infer Value> ? Value : never

export const audienceLaws: ReadonlyArray<Check> = [
  check("R1, R3, R6: any audience reaches the contacts that a plain function computes, as estimated", function* () {
    const law = Effect.fnUntraced(function* (crowd: Crowd) {
      const built = yield* buildCrowd(crowd)
      const { broadcasts, caller, expected, request } = built
      const estimate = yield* broadcasts.estimate(caller, request)
      yield* agree("The same estimate twice", yield* broadcasts.estimate(caller, request), estimate)
      const counts = [expected.length, reachedOf(expected), countsOf(expected)]
      yield* agree("The estimate", [estimate.contacts, estimate.recipients, estimate.exclusions], counts)
      const names = expected.flatMap(({ name }) => name ?? [])
      yield* agree(
        "The examples",
        estimate.examples.map(({ parameters }) => parameters.body[0]),
        names
      )
      const accepted = yield* broadcasts.create(caller, request)
      const total = (accepted.recipients ?? 0) + (accepted.rejectedRecipients ?? 0)
      yield* agree("The acceptance", [total, accepted.recipients, accepted.exclusions], counts)
      yield* agree("The recipients", yield* outcomesOf(built, accepted.uuid), expected)
      const later = yield* createInBackground(built)
      yield* agree("The recipients that a worker stored", yield* outcomesOf(built, later), expected)
    }, Effect.scoped)
    yield* forAll(crowdArbitrary, yield* crowds, law)
  }),

  check("R7: a broadcast with an expected size reaches as many contacts as estimated, or is rejected", function* () {
    const law = Effect.fnUntraced(function* ({ changed, tolerance, crowd }: Change) {
      const { broadcasts, caller, made, request } = yield* buildCrowd(crowd)
      const contacts = yield* Contacts
      const { recipients } = yield* broadcasts.estimate(caller, request)
      const expecting = Struct.assign(request, { expect: { recipients, tolerance } })
      for (const { uuid } of made.slice(changed, changed + 1)) yield* contacts.archive(caller, uuid)
      const now = yield* broadcasts.estimate(caller, request)
      const accepted = yield* Effect.result(broadcasts.create(caller, expecting))
      const isExpected = Math.abs(now.recipients - recipients) <= tolerance
      yield* agree("Whether it is accepted", Result.isSuccess(accepted), isExpected)
      if (Result.isSuccess(accepted)) yield* agree("Whom it reaches", accepted.success.recipients, now.recipients)
      else yield* holds("Why it is refused", accepted.failure instanceof InvalidInput, accepted.failure)
      const listed = yield* broadcasts.list(caller, {}, { limit: 10, offset: 0 })
      yield* agree("What is stored", listed.total, isExpected ? 2 : 1)
    }, Effect.scoped)
    yield* forAll(changes, yield* crowds, law)
  })
]
