import { RecipientReason } from "@rollcall/core"
import { refKey } from "@rollcall/core/sending"
import { BroadcastStore, Delivery, RecipientStatus, RetryStore } from "@rollcall/core/storage"
import { Effect } from "effect"
import fc from "fast-check"
import { populate, populationArbitrary } from "../fixtures/Population.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { newWorkspace } from "../shared/Fixture.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import {
  abandonedAfter,
  identifierOf,
  newBroadcast,
  newRecipients,
  publish,
  refOf,
  stored
} from "../fixtures/BroadcastFixture.ts"

const plans = fc.record({
  deliveries: populationArbitrary,
  statuses: fc.subarray([...RecipientStatus.literals]),
  reasons: fc.subarray([...RecipientReason.literals]),
  after: fc.nat({ max: 5 }),
  limit: fc.integer({ min: 1, max: 6 }),
  addresses: fc.array(fc.integer({ min: 0, max: 8 }).map(identifierOf), { maxLength: 6 })
})

export const retryChecks: ReadonlyArray<Check> = [
  check("R40: recipients with the given outcomes are read after a position, in the order of acceptance", function* () {
    const store = yield* RetryStore
    yield* forAll(plans, Math.ceil((yield* generatedCases) / 4), function* (plan) {
      const { addresses, after, limit, reasons, statuses } = plan
      const { before, refs } = yield* populate(plan.deliveries)
      for (const ref of refs) {
        const rows = before
          .filter((row) => refKey(Delivery.broadcastOf(row)) === refKey(ref) && row.identifier !== "")
          .toSorted((a, b) => a.position - b.position)
        const wanted = rows.filter(
          ({ position, reason, status }) =>
            position > after && (statuses.includes(status) || (reason !== null && reasons.includes(reason)))
        )
        yield* agree(
          "The recipients",
          yield* store.recipients(ref, { statuses, reasons }, after, limit),
          wanted
            .slice(0, limit)
            .map(({ clientReference, contactUuid, identifier, parameters, position, reason, status }) => {
              return {
                position,
                identifier,
                address: identifier,
                clientReference,
                contact: contactUuid,
                parameters,
                status,
                reason
              }
            })
        )
        const outcomes = yield* store.outcomes(ref.workspace, [ref.broadcast], { addresses })
        yield* agree(
          "What became of the addresses",
          outcomes.toSorted((a, b) => a.position - b.position),
          rows
            .filter(({ identifier }) => addresses.includes(identifier))
            .map(({ contactUuid: contact, identifier, position, reason, status }) => {
              return { broadcast: ref.broadcast, position, address: identifier, contact, status, reason }
            })
        )
      }
    })
  }),

  check("R41: an address is found in any spelling, in all the broadcasts, and not in erased recipients", function* () {
    const store = yield* RetryStore
    const broadcasts = yield* BroadcastStore
    const first = yield* stored({}, { accepted: 2 })
    const { workspaceUuid } = first.broadcast
    const [written, erased] = first.recipients
    if (written === undefined || erased === undefined) return yield* Effect.die(new Error("two recipients"))
    const other = yield* newBroadcast({ workspaceUuid })
    const again = yield* newRecipients(2)
    yield* broadcasts.stage(
      other,
      again.map((recipient, at) => ({
        ...recipient,
        identifier: at === 0 ? `0${written.identifier}` : "",
        address: at === 0 ? written.address : null
      })),
      abandonedAfter
    )
    const both = [first.broadcast.uuid, other.uuid]
    const address = written.address ?? ""
    const read = Effect.map(store.outcomes(workspaceUuid, both, { addresses: [address, ""] }), (found) =>
      found.map(({ broadcast, position }) => `${broadcast} ${position}`).toSorted()
    )
    const [ofFirst, ofOther] = [`${first.broadcast.uuid} 1`, `${other.uuid} 1`]
    yield* agree("Before it is published", yield* read, [ofFirst])
    yield* publish(refOf(other))
    yield* agree("Afterwards", yield* read, [ofFirst, ofOther].toSorted())
  }),

  check(
    "A1, R41: retriesOf returns the workspace's published broadcasts that retry one of the given broadcasts",
    function* () {
      const store = yield* RetryStore
      const { broadcast } = yield* stored({}, { accepted: 1 })
      const { uuid, workspaceUuid } = broadcast
      const retries = [
        yield* newBroadcast({ workspaceUuid, retryOf: uuid }),
        yield* newBroadcast({ workspaceUuid, retryOf: uuid }),
        yield* newBroadcast({ workspaceUuid }),
        yield* newBroadcast({ workspaceUuid: yield* newWorkspace, retryOf: uuid })
      ]
      const broadcasts = yield* BroadcastStore
      for (const retry of retries) yield* broadcasts.stage(retry, [], abandonedAfter)
      yield* agree("Staged ones", yield* store.retriesOf(workspaceUuid, [uuid]), [])
      for (const retry of retries) yield* publish(refOf(retry))
      const found = yield* store.retriesOf(workspaceUuid, [uuid])
      yield* agree("Published ones", found.toSorted(), [retries[0]?.uuid, retries[1]?.uuid].map(String).toSorted())
      yield* agree("Of none", yield* store.retriesOf(workspaceUuid, []), [])
      const kept = yield* broadcasts.find(workspaceUuid, retries[0]?.uuid ?? uuid)
      yield* agree("It says so", kept._tag === "Some" ? kept.value.retryOf : null, uuid)
    }
  )
]
