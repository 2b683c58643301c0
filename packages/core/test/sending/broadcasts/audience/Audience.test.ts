import { assert } from "@effect/vitest"
import {
  BroadcastUuid,
  ContactLists,
  ContactListUuid,
  ContactUuid,
  CustomFields,
  InvalidInput,
  RecipientUuid,
  systemCaller
} from "@rollcall/core"
import { nextId, placeOf } from "@rollcall/core/operations"
import { ContactErasure, Segments } from "@rollcall/core/people"
import { BroadcastStore, WorkspaceStore } from "@rollcall/core/storage"
import { dispatchFixture, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { DateTime, Duration, Effect, Option, Struct } from "effect"
import { TestClock } from "effect/testing"
import type { ValueFormat } from "../../../../src/sending/broadcasts/audience/ValueFormat.ts"
import type { AudienceBroadcast } from "../../../../src/sending/broadcasts/BroadcastRequest.ts"
import { AudienceSettings } from "../../../../src/sending/broadcasts/resolution/AudienceSettings.ts"
import { beginSends } from "../../delivery/BeginSends.ts"
import { define, newDefinition, services } from "../../../Services.ts"
import { suite } from "../../../Suite.ts"

type Audience = AudienceBroadcast["audience"]

const reminder = (audience: Audience, change: Partial<AudienceBroadcast> = {}): AudienceBroadcast => ({
  name: "Reminder",
  templateName: "reminder",
  from: "4915100000000",
  parameters: { bodyOrder: ["name"] },
  audience: { parameters: { body: { name: { field: "firstName", fallback: "there" } } }, ...audience },
  ...change
})

const everybody: Audience = { include: [{ search: {} }] }

/** A workspace with some contacts, numbered from 4917000000000. */
const fixture = Effect.fnUntraced(function* (count: number) {
  const dispatch = yield* dispatchFixture(scriptedChannel())
  const made = yield* Effect.forEach(Array.from({ length: count }), (_, n) =>
    dispatch.contacts.create(systemCaller(dispatch.workspace), {
      phoneNumber: `+${4_917_000_000_000 + n}`,
      firstName: `Ana ${n}`
    })
  )
  return { ...dispatch, made, uuids: made.map(({ uuid }) => uuid) }
})

/** Audiences of more contacts than this are resolved by workers. */
const inRequest = (contacts: number) =>
  Effect.provideService(AudienceSettings, { ...AudienceSettings.defaultValue(), inRequest: contacts })

const placesOf = <A, E extends { readonly _tag: string }, R>(call: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(call), (error) =>
    error instanceof InvalidInput ? error.issues.map(({ path }) => placeOf(path)) : [error._tag]
  )

suite(services)("a broadcast to an audience", (test) => {
  test("R1: requires exactly one of recipients and an audience", function* () {
    const { broadcasts, caller } = yield* fixture(1)
    const { audience, ...head } = reminder(everybody)
    const both = { ...head, audience, recipients: [], name: " " }
    const expecting = { ...head, recipients: [], expect: { recipients: 1 } }
    for (const { places, request } of [
      { request: both, places: ["name", "audience"] },
      { request: expecting, places: ["expect"] }
    ]) {
      assert.deepStrictEqual(yield* placesOf(broadcasts.create(caller, request)), places)
      assert.deepStrictEqual(yield* placesOf(broadcasts.validate(caller, request)), places)
    }
  })

  test("R1: reports the path of each missing, archived or other workspace's entity, in include and exclude", function* () {
    const { broadcasts, caller, uuids } = yield* fixture(1)
    const lists = yield* ContactLists
    const segments = yield* Segments
    const fields = yield* CustomFields
    const stranger = yield* fixture(1)
    const list = yield* lists.create(caller, { name: "Old" })
    yield* lists.archive(caller, list.uuid)
    const field = yield* fields.create(
      caller,
      newDefinition({ name: "Diet", fieldType: "select", selectOptions: ["Vegan"] })
    )
    const filtered = { advancedSearch: [{ field: field.fieldKey, operator: "equals", value: "Meat" }] } as const
    const segment = yield* segments.create(caller, {
      name: "Eaters",
      search: { advancedSearch: [{ field: field.fieldKey, operator: "exists" }] }
    })
    const theirs = yield* stranger.broadcasts.create(stranger.caller, reminder(everybody))
    const none = "00000000-0000-4000-8000-00000000dead"
    const parts: ReadonlyArray<readonly [Audience["include"][number], string]> = [
      [{ contactListUuid: list.uuid }, "contactListUuid"],
      [{ contactListUuid: ContactListUuid.make(none) }, "contactListUuid"],
      [{ search: { advancedSearch: [{ field: "shoe_size", operator: "exists" }] } }, "search.advancedSearch[0].field"],
      [{ search: filtered }, "search.advancedSearch[0].value"],
      [{ contactUuids: [...uuids, ContactUuid.make(none), ...stranger.uuids] }, "contactUuids"]
    ]
    const allParts = parts.map(([part]) => part)
    const audience: Audience = {
      include: allParts,
      exclude: [
        ...allParts,
        { broadcastUuid: theirs.uuid, outcomes: ["sent"] },
        { broadcastUuid: BroadcastUuid.make(none), outcomes: ["sent"] }
      ],
      clientReference: { field: "shoe_size" }
    }
    const expected = [
      ...parts.map(([, place], at) => `audience.include[${at}].${place}`),
      ...parts.map(([, place], at) => `audience.exclude[${at}].${place}`),
      `audience.exclude[${parts.length}].broadcastUuid`,
      `audience.exclude[${parts.length + 1}].broadcastUuid`,
      "audience.clientReference.field"
    ]
    const request = reminder(audience)
    assert.deepStrictEqual(yield* placesOf(broadcasts.create(caller, request)), expected)
    assert.deepStrictEqual(yield* placesOf(broadcasts.validate(caller, request)), expected)
    assert.deepStrictEqual(yield* placesOf(broadcasts.estimate(caller, request)), expected)
    yield* fields.archive(caller, field.uuid)
    const broken = reminder({ include: [{ search: {} }], exclude: [{ segmentUuid: segment.uuid }] })
    assert.deepStrictEqual(yield* placesOf(broadcasts.create(caller, broken)), ["audience.exclude[0].segmentUuid"])
  })

  test("R1: is validated part by part if the whole cannot be parsed", function* () {
    const { broadcasts, workspace } = yield* fixture(0)
    const part = { name: " ", audience: { include: [] }, expect: { recipients: -1 } }
    const issues = yield* broadcasts.issues(systemCaller(workspace), part, 10)
    assert.deepStrictEqual(
      issues.map(({ path }) => placeOf(path)),
      ["name", "audience.include", "expect.recipients"]
    )
  })

  test("R1: cannot exclude the recipients of a broadcast that are not known yet", function* () {
    const { broadcasts, caller, resolveDue } = yield* fixture(2)
    const first = yield* broadcasts.create(caller, reminder(everybody)).pipe(inRequest(0))
    const others = reminder({ ...everybody, exclude: [{ broadcastUuid: first.uuid, outcomes: ["pending"] }] })
    assert.deepStrictEqual(yield* placesOf(broadcasts.create(caller, others)), ["audience.exclude[0].broadcastUuid"])
    yield* resolveDue
    assert.deepInclude(yield* broadcasts.create(caller, others), { recipients: 0, exclusions: { excluded: 2 } })
  })

  test("R1: excludes a recipient who may be getting a message now like one with an unknown outcome", function* () {
    const { broadcasts, caller, workspace } = yield* fixture(3)
    const { uuid: first } = yield* broadcasts.create(caller, reminder(everybody))
    const ref = { workspace, broadcast: first }
    yield* (yield* BroadcastStore).update(ref, { status: "sending", nextCheckAfter: null })
    yield* beginSends(ref, { limit: 1, lease: Duration.hours(1) })
    const without = (outcome: "pending" | "unknown") =>
      broadcasts.estimate(caller, reminder({ ...everybody, exclude: [{ broadcastUuid: first, outcomes: [outcome] }] }))
    assert.deepInclude(yield* without("unknown"), { recipients: 2, exclusions: { excluded: 1 } })
    assert.deepInclude(yield* without("pending"), { recipients: 1, exclusions: { excluded: 2 } })
  })

  test("B4: is accepted once per key, with or without explicit defaults, and never gets another key's response", function* () {
    const { broadcasts, caller, made, contacts } = yield* fixture(2)
    const keyed = (change: Partial<Audience> = {}, rest: Partial<AudienceBroadcast> = {}) =>
      reminder({ ...everybody, ...change }, { clientUniqueIdentifier: "key", ...rest })
    const first = yield* broadcasts.create(
      caller,
      keyed({ exclude: [{ contactUuids: made.slice(0, 1).map(({ uuid }) => uuid) }] })
    )
    assert.isFalse(first.replayed)
    yield* contacts.archive(caller, made[1]?.uuid ?? ContactUuid.make(""))
    const again = keyed({
      exclude: [{ contactUuids: made.slice(0, 1).map(({ uuid }) => uuid) }],
      address: ["chatappId", "phoneNumber"],
      resolve: "acceptance",
      clientReference: null
    })
    assert.deepStrictEqual(yield* broadcasts.create(caller, again), { ...first, replayed: true })
    for (const other of [keyed(), keyed({}, { expect: { recipients: 1 } }), keyed({ resolve: "start" })]) {
      assert.deepStrictEqual(yield* placesOf(broadcasts.create(caller, other)), ["clientUniqueIdentifier"])
    }
  })

  test("R7, B9: stores nothing if another number of recipients was expected", function* () {
    const { broadcasts, caller, workspace } = yield* fixture(3)
    const refused = broadcasts.create(caller, reminder(everybody, { expect: { recipients: 4 } }))
    assert.deepStrictEqual(yield* placesOf(refused), ["expect.recipients"])
    const listed = yield* broadcasts.list(systemCaller(workspace), {}, { limit: 10, offset: 0 })
    assert.strictEqual(listed.total, 0)
    assert.deepInclude(
      yield* broadcasts.create(caller, reminder(everybody, { expect: { recipients: 4, tolerance: 1 } })),
      { recipients: 3 }
    )
  })

  test("R5: resolved at its start has the contacts of that time", function* () {
    const { broadcasts, caller, contacts, deliveries, recipients, startProcess, until, workspace, pass } =
      yield* fixture(1)
    const accepted = yield* broadcasts.create(caller, reminder({ ...everybody, resolve: "start" }))
    assert.deepInclude(accepted, { status: "scheduled", recipients: null, rejectedRecipients: null, warnings: [] })
    yield* contacts.create(systemCaller(workspace), { phoneNumber: "+4917000000777" })
    assert.deepStrictEqual(yield* recipients(accepted.uuid), [])
    yield* startProcess
    yield* until(accepted.uuid, ({ broadcast }) => broadcast.status === "completed")
    yield* pass("1 second")
    const rows = yield* recipients(accepted.uuid)
    assert.deepStrictEqual(
      rows.map(({ identifier, status }) => [identifier, status]),
      [
        ["4917000000000", "sent"],
        ["4917000000777", "sent"]
      ]
    )
    const { counters } = yield* deliveries.get(systemCaller(workspace), accepted.uuid)
    assert.deepInclude(counters, { recipients: 2, sent: 2, rejected: 0 })
  })

  test("R5: fails with its reason, and reaches nobody, if it can no longer be resolved", function* () {
    const { broadcasts, caller, deliveries, recipients, resolveDue, workspace } = yield* fixture(2)
    const lists = yield* ContactLists
    const list = yield* lists.create(caller, { name: "VIP" })
    const gone = yield* broadcasts
      .create(caller, reminder({ ...everybody, exclude: [{ contactListUuid: list.uuid }] }))
      .pipe(inRequest(0))
    const changed = yield* broadcasts
      .create(caller, reminder(everybody, { expect: { recipients: 1 } }))
      .pipe(inRequest(0))
    yield* lists.archive(caller, list.uuid)
    yield* resolveDue
    const reasons = yield* Effect.forEach([gone, changed], ({ uuid }) =>
      Effect.map(deliveries.get(systemCaller(workspace), uuid), ({ broadcast }) => [
        broadcast.status,
        broadcast.statusReason
      ])
    )
    assert.deepStrictEqual(reasons, [
      ["failed", `audience.exclude[0].contactListUuid: the contact list ${list.uuid} is archived`],
      ["failed", "expect.recipients: 2 recipients would be reached, but 1 are expected"]
    ])
    assert.deepStrictEqual([yield* recipients(gone.uuid), yield* recipients(changed.uuid)], [[], []])
  })

  test("B5, R5: is left to processes with its channel", function* () {
    const { broadcasts, caller, deliveries, resolveDue, store, workspace } = yield* fixture(1)
    const { uuid } = yield* broadcasts.create(caller, reminder(everybody)).pipe(inRequest(0))
    const other = yield* dispatchFixture(scriptedChannel({ channelType: "sms" }))
    yield* other.resolveDue
    assert.strictEqual((yield* deliveries.get(systemCaller(workspace), uuid)).broadcast.status, "resolving")
    yield* TestClock.adjust("2 minutes")
    yield* resolveDue
    const found = Option.getOrThrow(yield* store.find(workspace, uuid))
    assert.deepStrictEqual([found.status, found.isComplete], ["scheduled", true])
  })

  test("R5: that is cancelled during resolution reaches nobody", function* () {
    const { broadcasts, caller, deliveries, resolveDue, workspace } = yield* fixture(2)
    const { uuid } = yield* broadcasts.create(caller, reminder(everybody)).pipe(inRequest(0))
    yield* broadcasts.cancel(systemCaller(workspace), uuid)
    yield* resolveDue
    const { broadcast, counters } = yield* deliveries.get(systemCaller(workspace), uuid)
    assert.deepStrictEqual([broadcast.status, counters.recipients, counters.rejected], ["cancelled", 0, 0])
  })

  test("R1, C7: does not name a contact that was erased before", function* () {
    const { broadcasts, caller, made, recipients, workspace } = yield* fixture(3)
    const [, second] = made
    if (second === undefined) return assert.fail("there are three")
    yield* ContactErasure.use((erasure) => erasure.erase(systemCaller(workspace), second.uuid))
    const refused = broadcasts.create(caller, reminder({ include: [{ contactUuids: [second.uuid] }] }))
    assert.deepStrictEqual(yield* placesOf(refused), ["audience.include[0].contactUuids"])
    const { uuid } = yield* broadcasts.create(caller, reminder(everybody))
    assert.strictEqual((yield* recipients(uuid)).length, 2)
  })

  test("C7: keeps no data of an erased contact in its recipients, even if another contact has the address", function* () {
    const { broadcasts, caller, contacts, made, recipients, workspace } = yield* fixture(1)
    const [first] = made
    if (first === undefined) return assert.fail("there is one")
    const second = yield* contacts.create(systemCaller(workspace), {
      phoneNumber: first.phoneNumber,
      firstName: "Berta"
    })
    const third = yield* contacts.create(systemCaller(workspace), { email: "c@example.org" })
    const { uuid, warnings } = yield* broadcasts.create(caller, reminder(everybody))
    const rows = Effect.map(recipients(uuid), (all) =>
      all.map(({ contactUuid, identifier, reason }) => [contactUuid, identifier, reason])
    )
    const [one, other] = [
      [second.uuid, "4917000000000", "duplicate_identifier"],
      [third.uuid, "", "no_address"]
    ]
    assert.deepStrictEqual(yield* rows, [[first.uuid, "4917000000000", null], one, other])
    assert.deepStrictEqual(
      warnings.map(({ contactUuid }) => contactUuid),
      [second.uuid, third.uuid]
    )
    yield* ContactErasure.use((erasure) => erasure.erase(systemCaller(workspace), first.uuid))
    assert.deepStrictEqual(yield* rows, [[null, "", "erased"], one, other])
    yield* ContactErasure.use((erasure) => erasure.erase(systemCaller(workspace), third.uuid))
    assert.deepStrictEqual(yield* rows, [[null, "", "erased"], one, [null, "", "no_address"]])
  })

  test("R5: returns its progress while it is being resolved", function* () {
    const { broadcasts, caller, deliveries, resolveDue, store, workspace } = yield* fixture(3)
    const { uuid } = yield* broadcasts.create(caller, reminder(everybody)).pipe(inRequest(0))
    const progress = Effect.map(deliveries.get(systemCaller(workspace), uuid), ({ resolution }) => resolution)
    assert.isNull(yield* progress)
    const [due] = yield* store.claimUnresolved({ limit: 10, dueAfter: Duration.zero })
    yield* store.expectContacts({ workspace, broadcast: uuid }, due?.attempt ?? 0, 3)
    assert.deepStrictEqual(yield* progress, { contacts: 3, resolved: 0 })
    yield* resolveDue
    assert.isNull(yield* progress)
  })

  test("R5: is resolved only by its newest attempt, once", function* () {
    const { broadcasts, caller, recipients, resolveDue, store, workspace } = yield* fixture(3)
    const { uuid } = yield* broadcasts.create(caller, reminder(everybody)).pipe(inRequest(0))
    const ref = { workspace, broadcast: uuid }
    // An attempt that has stored recipients and then died.
    const [died] = yield* store.claimUnresolved({ limit: 10, dueAfter: Duration.zero })
    if (died === undefined) return assert.fail("it is due")
    const recipient = {
      uuid: RecipientUuid.make(yield* nextId),
      position: 1,
      identifier: "4917000000999",
      address: "4917000000999",
      clientReference: null,
      contact: null,
      outcome: { _tag: "Accepted", parameters: { header: null, body: ["Ana"], buttons: [], cards: null } }
    } as const
    yield* store.extend(ref, died.attempt, [recipient], Duration.zero)
    yield* resolveDue
    const rows = yield* recipients(uuid)
    assert.deepStrictEqual(
      rows.map(({ identifier }) => identifier),
      ["4917000000000", "4917000000001", "4917000000002"]
    )
    const late = yield* Effect.flip(store.extend(ref, died.attempt, [recipient], Duration.zero))
    assert.strictEqual(late._tag === "StorageError" && late.reason, "Conflict")
    assert.deepStrictEqual(yield* store.progress(ref), Option.some({ contacts: 3, resolved: 3 }))
  })

  test("Q3: rejects nobody for the cap, and predicts who will have reached it at the scheduled time", function* () {
    const { broadcasts, caller, contacts, create, made, startProcess, store, until, workspace } = yield* fixture(3)
    const { putSettings } = yield* WorkspaceStore
    yield* putSettings(workspace, { frequencyCap: { messages: 1, days: 1 }, quietHours: null })
    yield* startProcess
    const first = yield* create(reminderTo(2))
    yield* until(first, ({ broadcast }) => broadcast.status === "completed")
    yield* contacts.archive(caller, made[0]?.uuid ?? ContactUuid.make(""))
    const expected = { recipients: 2, exclusions: { archived: 1 }, predictions: { frequency_cap: 1 } }
    assert.deepInclude(yield* broadcasts.estimate(caller, reminder(everybody)), expected)
    assert.deepInclude(yield* broadcasts.create(caller, reminder(everybody)), expected)
    const scheduledFor = DateTime.add(yield* store.now, { hours: 25 })
    const later = Struct.assign(reminder(everybody), { scheduledFor })
    assert.deepInclude(yield* broadcasts.create(caller, later), { ...expected, predictions: { frequency_cap: 0 } })
  })

  test("R1, R4: requires a checkbox, and accepts each field only in its formats", function* () {
    const { broadcasts, caller, workspace } = yield* fixture(1)
    yield* define(workspace, { name: "Consent", fieldType: "checkbox", fieldKey: "consent" })
    yield* define(workspace, { name: "Visit", fieldType: "date:date_time", fieldKey: "visit" })
    const estimated = (change: Partial<Audience>) => broadcasts.estimate(caller, reminder({ ...everybody, ...change }))
    const written = (value: { readonly field: string; readonly format: ValueFormat }) =>
      estimated({ parameters: { body: { name: { ...value, fallback: "soon" } } } })
    assert.deepInclude(yield* estimated({ require: { field: "consent" } }), {
      recipients: 0,
      exclusions: { no_consent: 1 }
    })
    assert.strictEqual((yield* written({ field: "visit", format: "full_date" })).recipients, 1)
    for (const field of ["visit", "firstName", "nothing"]) {
      assert.deepStrictEqual(yield* placesOf(estimated({ require: { field } })), ["audience.require.field"])
    }
    const refused = [
      { field: "visit", format: "decimal" },
      { field: "firstName", format: "date" },
      { field: "consent", format: "integer" }
    ] as const
    for (const value of refused) {
      assert.deepStrictEqual(yield* placesOf(written(value)), ["audience.parameters.body.name.format"])
    }
    const { message } = yield* Effect.flip(written({ field: "visit", format: "decimal" }))
    assert.include(message, 'must be one of date_time, date, full_date, time for values of "visit"')
  })

  test("C8: sends nothing to a contact that withdraws consent before the send, even in a retry", function* () {
    const { broadcasts, caller, contacts, made, recipients, startProcess, until, workspace } = yield* fixture(3)
    yield* define(workspace, { name: "Consent", fieldType: "checkbox", fieldKey: "consent" })
    const consent = Effect.fnUntraced(function* (index: number, isChecked: boolean) {
      const { uuid } = made[index] ?? assert.fail("there is no contact")
      yield* contacts.update(caller, uuid, { customFields: { consent: isChecked } })
    })
    yield* consent(0, true)
    yield* consent(1, true)
    const required = reminder({ ...everybody, require: { field: "consent" } })
    const { uuid } = yield* broadcasts.create(caller, required)
    yield* consent(1, false)
    yield* startProcess
    yield* until(uuid, ({ broadcast }) => broadcast.status === "completed")
    const endings = (rows: ReadonlyArray<{ readonly reason: string | null; readonly status: string }>) =>
      rows.map(({ reason, status }) => reason ?? status)
    assert.deepStrictEqual(endings(yield* recipients(uuid)), ["sent", "no_consent", "no_consent"])
    yield* consent(2, true)
    const retry = yield* broadcasts.retry(caller, uuid, { reasons: ["no_consent"] })
    assert.deepInclude(retry, { recipients: 1, exclusions: { no_consent: 1 } })
    yield* until(retry.uuid, ({ broadcast }) => broadcast.status === "completed")
    assert.deepStrictEqual(endings(yield* recipients(retry.uuid)), ["no_consent", "sent"])
  })

  test("R1, R6: that is too large is rejected with its number, also in an estimate", function* () {
    const { broadcasts, caller } = yield* fixture(3)
    const limited = { ...AudienceSettings.defaultValue(), maxContacts: 2 }
    const created = Effect.asVoid(broadcasts.create(caller, reminder(everybody)))
    const estimated = Effect.asVoid(broadcasts.estimate(caller, reminder(everybody)))
    for (const call of [created, estimated]) {
      const refused = yield* Effect.flip(Effect.provideService(call, AudienceSettings, limited))
      assert.include(refused.message, "audience: has 3 contacts. At most 2 can be reached")
    }
  })

  test("B9: without contacts is accepted, and reaches nobody", function* () {
    const { broadcasts, caller, recipients } = yield* fixture(0)
    const accepted = yield* broadcasts.create(caller, reminder(everybody))
    assert.deepInclude(accepted, { status: "scheduled", recipients: 0, rejectedRecipients: 0 })
    assert.deepStrictEqual(yield* recipients(accepted.uuid), [])
  })

  test("R6: estimates 20 examples and the sending time, with the acceptance's warnings", function* () {
    const { broadcasts, caller, made } = yield* fixture(100)
    const estimate = yield* broadcasts.estimate(caller, reminder(everybody))
    assert.deepInclude(estimate, { contacts: 100, recipients: 100, seconds: 2 })
    assert.deepStrictEqual(
      estimate.examples.map(({ contactUuid, identifier, parameters }) => [contactUuid, identifier, parameters.body]),
      made.slice(0, 20).map(({ uuid }, n) => [uuid, `${4_917_000_000_000 + n}`, [`Ana ${n}`]])
    )
    const nameless = reminder({ ...everybody, parameters: { body: { name: { field: "lastName" } } } })
    const { warnings } = yield* broadcasts.validate(caller, nameless)
    assert.strictEqual(warnings.length, 100)
    assert.deepStrictEqual((yield* broadcasts.create(caller, nameless)).warnings, warnings)
  })
})
