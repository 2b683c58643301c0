import {
  systemCaller,
  type Contact,
  ContactLists,
  Contacts,
  type ContactUuid,
  OptOuts,
  type RecipientReason
} from "@rollcall/core"
import type { AudienceBroadcast } from "@rollcall/core/sending"
import { Segments } from "@rollcall/core/people"
import { compareCodePoints } from "@rollcall/core/storage"
import { DateTime, Effect } from "effect"
import fc from "fast-check"
import { storedField } from "../fixtures/FieldFixture.ts"
import { dispatchFixture } from "../dispatch/DispatchFixture.ts"
import { scriptedChannel } from "../dispatch/ScriptedChannel.ts"

/** A replacement for an address: a number that several contacts share, an invalid number, or null. */
const written = fc.constantFrom(null, "no number", "4917000000001", "4917000000002", "4917000000003", "4917000000004")

const person = fc.record({
  chatappId: written,
  phoneNumber: written,
  firstName: fc.constantFrom(null, "Ana", "Hanna", "Bob"),
  isArchived: fc.nat(5).map((n) => n === 0),
  isOptedOut: fc.nat(5).map((n) => n === 0),
  /** The checkbox that an audience may require; null for no value. */
  consents: fc.constantFrom(null, true, false),
  isOn: fc.tuple(fc.boolean(), fc.boolean())
})
type Person = typeof person extends fc.Arbitrary<infer Value> ? Value : never

/** A part of an audience. It refers to people, lists and segments of the crowd by index. */
const part = fc.oneof(
  fc.record({ kind: fc.constant("list" as const), list: fc.constantFrom(...([0, 1] as const)) }),
  fc.record({ kind: fc.constant("segment" as const) }),
  fc.record({ kind: fc.constant("search" as const), isNegated: fc.boolean() }),
  fc.record({ kind: fc.constant("named" as const), people: fc.array(fc.nat(7), { minLength: 1, maxLength: 4 }) })
)
type Part = typeof part extends fc.Arbitrary<infer Value> ? Value : never

/** People, and an audience that consists of some of them. */
export const crowdArbitrary = fc.record({
  people: fc.array(person, { minLength: 8, maxLength: 8 }),
  include: fc.array(part, { minLength: 1, maxLength: 3 }),
  exclude: fc.array(part, { maxLength: 2 }),
  excludesEarlier: fc.boolean(),
  requiresConsent: fc.boolean(),
  address: fc.constantFrom(null, ["phoneNumber"] as const, ["phoneNumber", "chatappId"] as const),
  fallback: fc.constantFrom<string | null>(null, "there")
})
export type Crowd = typeof crowdArbitrary extends fc.Arbitrary<infer Value> ? Value : never

/** The expected outcome for one contact in the union. */
export interface Outcome {
  readonly identifier: string
  readonly reason: RecipientReason | null
  readonly name: string | null
}

const isAnaLike = ({ firstName }: Person): boolean => firstName === "Ana" || firstName === "Hanna"

const isNumber = (text: string | null): text is string => text !== null && text !== "no number"

/** Computes the expected outcomes from plain data, in the union's order. */
const expectedOutcomes = (
  crowd: Crowd,
  order: ReadonlyArray<number>,
  earlier: ReadonlyMap<number, string>
): ReadonlyArray<Outcome> => {
  const isIn = (n: number, one: Person) => (part: Part) => {
    switch (part.kind) {
      case "list":
        return one.isOn[part.list] ?? false
      case "segment":
        return isAnaLike(one)
      case "search":
        return isAnaLike(one) !== part.isNegated
      case "named":
        return part.people.includes(n)
    }
  }
  const fields = crowd.address ?? (["chatappId", "phoneNumber"] as const)
  const optedOut = new Set(
    crowd.people.flatMap((one) => (one.isOptedOut ? [one.chatappId, one.phoneNumber].filter(isNumber) : []))
  )
  const known = new Set<string>()
  return order.flatMap((n): ReadonlyArray<Outcome> => {
    const one = crowd.people[n]
    if (one === undefined || !crowd.include.some(isIn(n, one))) return []
    const texts = fields.map((field) => one[field]).filter((text) => text !== null)
    const address = texts.find(isNumber) ?? null
    const identifier = address ?? texts[0] ?? ""
    const name = one.firstName ?? crowd.fallback
    const reasonOf = (): RecipientReason | null => {
      if (crowd.exclude.some(isIn(n, one)) || (crowd.excludesEarlier && earlier.has(n))) return "excluded"
      if (one.isArchived) return "archived"
      if (crowd.requiresConsent && one.consents !== true) return "no_consent"
      if (address === null) return texts.length === 0 ? "no_address" : "invalid_identifier"
      if (crowd.excludesEarlier && Array.from(earlier.values()).includes(address)) return "excluded"
      if (optedOut.has(address)) return "opted_out"
      if (name === null) return "missing_parameter"
      if (known.has(address)) return "duplicate_identifier"
      known.add(address)
      return null
    }
    const reason = reasonOf()
    return [{ identifier, reason, name: reason === null ? name : null }]
  })
}

/** Returns the indexes of contacts in audience order. */
const orderOf = (made: ReadonlyArray<Contact>): ReadonlyArray<number> =>
  Array.from(made.entries())
    .sort(([, a], [, b]) => DateTime.Order(a.createdAt, b.createdAt) || compareCodePoints(a.uuid, b.uuid))
    .map(([n]) => n)

/** Returns a broadcast request for an audience, with the fixture's template. */
const audienceOf = (audience: AudienceBroadcast["audience"]): AudienceBroadcast => ({
  name: "Reminder",
  templateName: "reminder",
  from: "4915100000000",
  parameters: { bodyOrder: ["name"] },
  audience
})

/** Builds a crowd in its own workspace, with the expected outcomes of its broadcast. */
export const buildCrowd = Effect.fnUntraced(function* (crowd: Crowd) {
  const fixture = yield* dispatchFixture(scriptedChannel())
  const { broadcasts, caller, workspace } = fixture
  const contacts = yield* Contacts
  yield* storedField({ workspaceUuid: workspace, name: "Consent", fieldKey: "consent", fieldType: "checkbox" })
  const listed = yield* ContactLists
  const optOuts = yield* OptOuts
  const segments = yield* Segments
  const newList = listed.create(caller, { name: "List" })
  const lists = [yield* newList, yield* newList] as const
  const search = { advancedSearch: [{ field: "firstName", operator: "contains", value: "an" }] } as const
  const segment = yield* segments.create(caller, { name: "Ana", search })
  const made: Array<Contact> = []
  for (const [n, { chatappId, consents, firstName, isOn, phoneNumber }] of crowd.people.entries()) {
    const number = phoneNumber !== null && isNumber(phoneNumber) ? `+${phoneNumber}` : phoneNumber
    const contact = yield* contacts.create(systemCaller(workspace), {
      chatappId,
      firstName,
      phoneNumber: number,
      externalContactId: `${n}`,
      customFields: { consent: consents }
    })
    made.push(contact)
    for (const [at, list] of lists.entries()) {
      if (isOn[at] === true) yield* listed.addMembers(caller, list.uuid, [contact.uuid])
    }
  }
  const uuidOf = (n: number): ReadonlyArray<ContactUuid> => made.slice(n, n + 1).map(({ uuid }) => uuid)

  // The first people received an earlier broadcast. The people who opt out later did not.
  const first = orderOf(made).filter((n) => n < 2)
  const earlier = yield* broadcasts.create(
    caller,
    audienceOf({
      include: [{ contactUuids: first.flatMap(uuidOf) }],
      parameters: { body: { name: { value: "Ana" } } }
    })
  )
  const had = expectedOutcomes(
    {
      ...crowd,
      people: crowd.people.map((one) => ({ ...one, isArchived: false })),
      include: [{ kind: "named", people: first }],
      exclude: [],
      excludesEarlier: false,
      requiresConsent: false,
      address: null,
      fallback: "Ana"
    },
    first,
    new Map()
  )

  for (const [n, { chatappId, isArchived, isOptedOut, phoneNumber }] of crowd.people.entries()) {
    for (const uuid of uuidOf(n)) {
      if (isOptedOut && [chatappId, phoneNumber].some(isNumber)) yield* optOuts.optOut(caller, uuid)
      if (isArchived) yield* contacts.archive(caller, uuid)
    }
  }

  const partOf = (part: Part): AudienceBroadcast["audience"]["include"][number] => {
    switch (part.kind) {
      case "list":
        return { contactListUuid: lists[part.list].uuid }
      case "segment":
        return { segmentUuid: segment.uuid }
      case "search":
        return { search: part.isNegated ? { advancedSearch: [{ not: search.advancedSearch[0] }] } : search }
      case "named":
        return { contactUuids: part.people.flatMap(uuidOf) }
    }
  }
  const request = audienceOf({
    include: crowd.include.map(partOf),
    exclude: [
      ...crowd.exclude.map(partOf),
      ...(crowd.excludesEarlier ? [{ broadcastUuid: earlier.uuid, outcomes: ["pending"] as const }] : [])
    ],
    address: crowd.address,
    require: crowd.requiresConsent ? { field: "consent" } : null,
    clientReference: { field: "externalContactId" },
    parameters: { body: { name: { field: "firstName", fallback: crowd.fallback } } }
  })
  const reached = first.flatMap((n, at): ReadonlyArray<readonly [number, string]> => {
    const outcome = had[at]
    return outcome?.reason === null ? [[n, outcome.identifier]] : []
  })
  const expected = expectedOutcomes(crowd, orderOf(made), new Map(reached))
  return { ...fixture, expected, made, request }
})
