import { systemCaller } from "../../../../src/shared/Ids.ts"
import { assert } from "@effect/vitest"
import type { ContactUuid } from "@rollcall/core"
import { Channels, TemplateCatalog } from "@rollcall/core/channel"
import { layerAddressedRecipients } from "@rollcall/core/sending"
import { ContactErasure, ContactMerges, layerContactSets } from "@rollcall/core/people"
import { AudienceStore, DeliveryStore } from "@rollcall/core/storage"
import { dispatchFixture, forAll, scriptedChannel } from "@rollcall/conformance/storage"
import { Config, Duration, Effect, Layer, Stream } from "effect"
import * as fc from "fast-check"
import { AudienceSettings } from "../../../../src/sending/broadcasts/resolution/AudienceSettings.ts"
import { AudienceWalks } from "../../../../src/sending/broadcasts/audience/AudienceWalks.ts"
import { runResolution } from "../../../../src/sending/broadcasts/resolution/ResolutionWorker.ts"
import { services } from "../../../Services.ts"
import { suite } from "../../../Suite.ts"

/** How many resolutions are run: `ROLLCALL_SEQUENCES`, or some that take a second. */
const resolutions = Config.Int("ROLLCALL_SEQUENCES").pipe(Config.withDefault(20))

const people = 6

/** What happens to a person before the step of the audience that reads the one with this number. */
const happening = fc.record({
  before: fc.nat(people - 1),
  to: fc.nat(people - 1),
  what: fc.constantFrom("opt out", "erase", "archive", "merge"),
  other: fc.nat(people - 1)
})
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never

const merging = Layer.provideMerge(Layer.provide(ContactMerges.layer, layerAddressedRecipients), services)

const addressOf = (n: number): string => `491700000000${n}`
const nameOf = (n: number): string => `Person-${n}`

const catalog = TemplateCatalog.layerOf([
  { kind: "plain", name: "reminder", locale: "en", status: "approved", header: null, body: 1, buttons: 0 }
])

const channels = Layer.merge(
  layerContactSets,
  Channels.layer.pipe(Layer.provide(scriptedChannel().layer), Layer.provide(catalog))
)

const resolveAmong = Effect.fnUntraced(function* (happenings: ReadonlyArray<Happening>) {
  const { broadcasts, caller, contacts, deliveries, optOuts, recipients, store, workspace } =
    yield* dispatchFixture(scriptedChannel())
  const erasure = yield* ContactErasure
  const merges = yield* ContactMerges
  const audiences = yield* AudienceStore
  const made = yield* Effect.forEach(Array.from({ length: people }), (_, n) =>
    contacts.create(systemCaller(workspace), { phoneNumber: `+${addressOf(n)}`, firstName: nameOf(n) })
  )
  const uuids = made.map(({ uuid }) => uuid)
  const gone = new Set<ContactUuid>()
  const touched = new Set<number>()
  const optedOut = new Set<string>()
  const erased = new Set<number>()
  /** The people whose contact is this one by now. */
  const of = new Map<ContactUuid, ReadonlyArray<number>>(uuids.map((uuid, n) => [uuid, [n]]))

  const happen = Effect.fnUntraced(function* ({ other, to, what }: Happening) {
    const [uuid, into] = [uuids[to], uuids[other]]
    if (uuid === undefined || into === undefined || gone.has(uuid)) return
    const persons = of.get(uuid) ?? []
    for (const n of persons) touched.add(n)
    switch (what) {
      case "opt out":
        yield* optOuts.optOut(caller, uuid)
        for (const n of persons) optedOut.add(addressOf(n))
        return
      case "archive":
        yield* contacts.archive(caller, uuid)
        return
      case "erase":
        yield* erasure.erase(systemCaller(workspace), uuid)
        gone.add(uuid)
        for (const n of persons) erased.add(n)
        return
      case "merge":
        if (into === uuid || gone.has(into)) return
        yield* merges.merge(caller, into, { from: uuid })
        gone.add(uuid)
        of.set(into, [...(of.get(into) ?? []), ...persons])
        for (const n of of.get(into) ?? []) touched.add(n)
    }
  })

  const { uuid: broadcast } = yield* Effect.provideService(
    broadcasts.create(caller, {
      name: "Reminder",
      templateName: "reminder",
      from: "4915100000000",
      parameters: { bodyOrder: ["name"] },
      audience: { include: [{ search: {} }], parameters: { body: { name: { field: "firstName" } } } }
    }),
    AudienceSettings,
    { ...AudienceSettings.defaultValue(), inRequest: 0 }
  )
  let step = 0
  const interrupted = AudienceStore.of({
    ...audiences,
    walk: (workspace, selection) =>
      Stream.tap(audiences.walk(workspace, selection, 1), () =>
        Effect.orDie(
          Effect.forEach(
            happenings.filter(({ before }) => before === step),
            happen
          ).pipe(Effect.ensuring(Effect.sync(() => step++)))
        )
      )
  })
  const due = yield* store.claimUnresolved({ limit: 10, dueAfter: Duration.minutes(1) })
  yield* Effect.forEach(due, runResolution).pipe(
    Effect.provide(AudienceWalks.layer),
    Effect.provideService(AudienceStore, interrupted),
    Effect.provide(channels)
  )

  const { broadcast: after } = yield* deliveries.get(systemCaller(workspace), broadcast)
  assert.deepStrictEqual([after.status, after.isComplete, step], ["scheduled", true, people])
  const rows = yield* recipients(broadcast)
  assert.deepStrictEqual(
    rows.map(({ position, status }) => [position, ["pending", "rejected"].includes(status)]),
    made.map((_, n) => [n + 1, true])
  )
  const stored = yield* DeliveryStore.use((all) =>
    all.lock({ deliveries: rows.map(({ uuid }) => ({ workspaceUuid: workspace, uuid })) })
  )
  for (const n of erased) {
    const text = JSON.stringify(stored)
    assert.isFalse(text.includes(addressOf(n)) || text.includes(nameOf(n)), `person ${n} is erased`)
  }
  for (const [n, row] of rows.entries()) {
    assert.isFalse(row.status === "pending" && optedOut.has(row.identifier), "one that opted out would be sent to")
    if (erased.has(n)) assert.deepInclude(row, { identifier: "", contactUuid: null, status: "rejected" })
    if (touched.has(n)) continue
    assert.deepInclude(row, { identifier: addressOf(n), status: "pending", contactUuid: uuids[n] ?? null })
  }
}, Effect.scoped)

suite(merging)("contacts that change during an audience's resolution", (_test, it) => {
  it.effect(
    "R3, C7, C8: an erasure and an opt-out that have returned apply, and all others are reached",
    () => Effect.flatMap(resolutions, (cases) => forAll(fc.array(happening, { maxLength: 8 }), cases, resolveAmong)),
    { timeout: 600_000 }
  )
})
