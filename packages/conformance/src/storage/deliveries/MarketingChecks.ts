import { Contacts } from "@rollcall/core"
import { dispatchStep } from "@rollcall/core/sending"
import { ContactMerges } from "@rollcall/core/people"
import { type BroadcastRef, BroadcastStore, Delivery, DeliveryStore } from "@rollcall/core/storage"
import { DateTime, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { begin, identifierOf, recipientsOf, sending } from "../fixtures/BroadcastFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import { concurrently, newCaller, newWorkspace, uuidsOf } from "../shared/Fixture.ts"
import { populate, populationArbitrary } from "../fixtures/Population.ts"

const cases = Effect.map(generatedCases, (cases) => Math.ceil(cases / 8))

/** Begins all deliveries that a cap allows, in groups, like a worker that receives no response. */
const beginAll = Effect.fnUntraced(function* (ref: BroadcastRef, messages: number) {
  const limits = { frequencyCap: { messages, days: 1 }, quietHours: null }
  const conditions = { category: "marketing", limits, repeats: [], audience: null } as const
  const options = { claim: 20, group: 8, lease: Duration.minutes(1), conditions }
  let held: Pick<Parameters<typeof dispatchStep>[1], "claimed" | "outcomes"> = { claimed: [], outcomes: [] }
  let isDrained = false
  while (!isDrained) {
    const { claimed, keptBack, nothing } = yield* dispatchStep(ref, { ...held, ...options })
    held = { claimed, outcomes: keptBack }
    isDrained = nothing?._tag === "Drained"
  }
})

/** Checks which messages count towards a frequency cap, and that concurrent broadcasts do not exceed the cap. */
export const marketingChecks: ReadonlyArray<Check> = [
  check("Q3: marketingSends counts each address's deliveries like Delivery.countsSince", function* () {
    const store = yield* BroadcastStore
    const plan = fc.record({
      deliveries: populationArbitrary,
      within: fc.constantFrom(0, 10, 20, 30, 3_600).map((seconds) => Duration.seconds(seconds))
    })
    yield* forAll(plan, yield* cases, function* ({ deliveries, within }) {
      const { before, now, ref } = yield* populate(deliveries)
      const addresses = Array.from({ length: 13 }, (_, n) => identifierOf(n))
      const since = DateTime.subtractDuration(now, within)
      const counted = before.filter((row) => {
        const at = Delivery.countsSince(row)
        return row.workspaceUuid === ref.workspace && at !== null && DateTime.isGreaterThan(at, since)
      })
      const expected = Array.from(
        Map.groupBy(counted, ({ identifier }) => identifier),
        ([address, rows]) => [address, rows.length] as const
      ).filter(([address]) => addresses.includes(address))
      const sends = yield* store.marketingSends(ref.workspace, { contacts: [], addresses }, since)
      yield* agree("The sends", new Map(sends), new Map(expected))
    })
  }),

  check(
    "Q3: a message counts for its recipient's contact, also after a merge, and for the contact with its address",
    function* () {
      const store = yield* BroadcastStore
      const deliveries = yield* DeliveryStore
      const [contacts, merges] = [yield* Contacts, yield* ContactMerges]
      const caller = yield* newCaller
      const { workspace: workspaceUuid } = caller
      const [one, two, three] = [identifierOf(0), identifierOf(1), identifierOf(2)]
      const ada = yield* contacts.create(caller, { chatappId: one, phoneNumber: `+${two}` })
      const begun = Effect.fnUntraced(function* (fields: Parameters<typeof sending>[0]) {
        const made = yield* sending({ workspaceUuid, ...fields })
        yield* begin(made.ref)
        return made
      })
      const counted = (within: Duration.Input = "1 hour", workspace = workspaceUuid) =>
        Effect.map(
          Effect.flatMap(store.now, (now) =>
            store.marketingSends(
              workspace,
              { contacts: [ada.uuid, carl.uuid], addresses: [one, two, three] },
              DateTime.subtractDuration(now, Duration.fromInputUnsafe(within))
            )
          ),
          (sends) => [ada.uuid, carl.uuid, one, two, three].map((person) => sends.get(person) ?? 0)
        )
      yield* begun({})
      yield* begun({ category: "utility" })
      yield* sending({ workspaceUuid })
      const carl = yield* contacts.create(caller, { chatappId: three })
      yield* agree("Before the contact was there", yield* counted(), [2, 0, 1, 1, 1])
      const { recipients } = yield* begun({})
      yield* agree("Since it is there", yield* counted(), [4, 1, 2, 2, 2])
      yield* merges.merge(caller, ada.uuid, { from: carl.uuid })
      yield* agree("Once they are one", yield* counted(), [5, 1, 2, 2, 2])
      yield* agree("In another workspace", yield* counted("1 hour", yield* newWorkspace), [0, 0, 0, 0, 0])
      const addressees = yield* deliveries.addressees(workspaceUuid, uuidsOf(recipients))
      yield* agree(
        "The addressees",
        recipients.map(({ uuid }) => addressees.find((addressee) => addressee.uuid === uuid)),
        recipients.map(({ identifier, uuid }, at) => ({
          uuid,
          contact: ada.uuid,
          tiedTo: at < 2 ? ada.uuid : carl.uuid,
          address: identifier
        }))
      )
      yield* TestClock.adjust("61 minutes")
      yield* agree("In an hour that begins later", yield* counted("1 hour"), [0, 0, 0, 0, 0])
      yield* agree("In two hours", yield* counted("2 hours"), [5, 1, 2, 2, 2])
    }
  ),

  check("Q3: concurrent broadcasts send each recipient exactly as many messages as the cap allows", function* () {
    for (const messages of [1, 2]) {
      const workspaceUuid = yield* newWorkspace
      const refs = yield* Effect.forEach([1, 2, 3], () =>
        Effect.map(sending({ workspaceUuid }, { accepted: 40 }), ({ ref }) => ref)
      )
      yield* Effect.forEach(refs, (ref) => beginAll(ref, messages), concurrently)
      const recipients = (yield* Effect.forEach(refs, recipientsOf)).flat()
      const all = Map.groupBy(recipients, ({ identifier }) => identifier)
      for (const [identifier, rows] of all) {
        const counts = ["sending", "rejected"].map((wanted) => rows.filter(({ status }) => status === wanted).length)
        yield* agree(identifier, counts, [messages, refs.length - messages])
        const reasons = new Set(rows.flatMap(({ reason }) => reason ?? []))
        yield* agree<unknown>("The reasons", reasons, new Set(["frequency_cap"]))
      }
      yield* agree("All", all.size, 40)
    }
  })
]
