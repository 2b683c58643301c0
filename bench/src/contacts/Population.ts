import { base, de, en, Faker, fr } from "@faker-js/faker"
import {
  systemCaller,
  type Contact,
  type ContactFields,
  ContactUuid,
  type CustomField,
  CustomFields,
  WorkspaceUuid
} from "@rollcall/core"
import { digitForms, identifierValue, makeContact } from "@rollcall/core/contacts"
import { changeValues, type GivenValues, type NewCustomField } from "@rollcall/core/custom-fields"
import { applyChanges, WorkspaceStore } from "@rollcall/core/storage"
import { Console, DateTime, Effect, Result } from "effect"
import * as Arr from "effect/Array"

/** What is known about the contacts of a store, of which only some are kept in memory. */
export interface Population {
  readonly workspace: WorkspaceUuid
  readonly fields: ReadonlyMap<string, CustomField>
  /** At most 10,000 contacts from all over the store, in the order of their creation. */
  readonly samples: ReadonlyArray<Contact>
  /** The e-mails that exactly one contact has, in folded form. */
  readonly ownEmails: ReadonlyArray<string>
  /** Generates a contact that the store does not have, and whose e-mail none of the generated contacts has. */
  readonly newcomer: () => Person
}

const seed = 20_260_101

const workspace = WorkspaceUuid.make("0192f000-0000-7000-8000-000000000001")

/** Contacts were created evenly between these instants. */
export const began = Date.UTC(2023, 0, 1)
export const ended = Date.UTC(2026, 0, 1)

const mostSamples = 10_000

/** How many contacts are generated and written at a time. */
const batch = 1_000

/** Creates the custom fields of all contacts. */
export const createFields = Effect.gen(function* () {
  const service = yield* CustomFields
  yield* WorkspaceStore.use((store) => store.ensure("bench", workspace))
  const created = yield* Effect.forEach(inputs, (input) =>
    service.create(systemCaller(workspace), { ...input, fieldKey: null, icon: null, editable: true, sensitive: false })
  )
  return new Map(created.map((field) => [field.fieldKey, field]))
})

/** Generates contacts and writes them, some at a time. */
export const populate = Effect.fnUntraced(function* <E>(
  size: number,
  fields: Population["fields"],
  write: (contacts: ReadonlyArray<IndexedContact>) => Effect.Effect<void, E>
) {
  const source = people(seed)
  const step = (ended - began) / size
  const every = Math.ceil(size / mostSamples)
  const samples: Array<Contact> = []
  const emails = { own: new Set<string>(), shared: new Set<string>() }
  for (let first = 0; first < size; first += batch) {
    const contacts = Arr.makeBy(Math.min(batch, size - first), (place) => {
      const index = first + place
      return storedPerson(source.next().value, fields, Math.floor(began + index * step), index)
    })
    yield* write(contacts)
    // SQLite never waits: without this no signal is seen until all are written.
    yield* Effect.yieldNow
    if ((first + batch) % 100_000 === 0)
      yield* Console.error(`${(first + batch).toLocaleString("en")} contacts written`)
    samples.push(...contacts.flatMap(({ contact }, place) => ((first + place) % every === 0 ? [contact] : [])))
    for (const { contact } of contacts) addEmail(emails, identifierValue(digitForms, "email", contact.email))
  }
  let newcomers = 0
  const newcomer = (): Person => {
    const person = source.next().value
    const { email } = person.fields
    // No generated e-mail begins with a digit.
    return { ...person, fields: { ...person.fields, email: email && `${++newcomers}.${email}` } }
  }
  const population: Population = { workspace, fields, samples, ownEmails: [...emails.own], newcomer }
  return population
})

const addEmail = ({ own, shared }: Readonly<Record<"own" | "shared", Set<string>>>, email: string | null) => {
  if (email === null || shared.has(email)) return
  if (own.delete(email)) shared.add(email)
  else own.add(email)
}

/** A contact, and its custom values in their index form. */
export type IndexedContact = ReturnType<typeof indexedContact>

/** The contact that the library makes of valid fields and values. */
export const indexedContact = (
  { fields, workspace }: Pick<Population, "fields" | "workspace">,
  given: { readonly fields: ContactFields; readonly values: GivenValues },
  uuid: ContactUuid,
  now: DateTime.Utc
) => {
  const values = Result.getOrThrow(changeValues(given.values, {}, [...fields.values()], "new"))
  const customFields = applyChanges({}, values)
  return { contact: makeContact({ uuid, workspace, fields: given.fields, customFields, now }), values }
}

/** Interests; those at the end are rare. */
const interests = (
  "Swimming, Running, Cooking, Reading, Cycling, Music, Travel, Gardening, " +
  "Photography, Chess, Sailing, Pottery, Archery, Fencing, Beekeeping, Falconry"
).split(", ")

const tiers = ["Bronze", "Silver", "Gold", "Platinum"]

const inputs: ReadonlyArray<Pick<NewCustomField, "name" | "fieldType" | "selectOptions">> = [
  { name: "Company", fieldType: "text", selectOptions: null },
  { name: "Visits", fieldType: "number:integer", selectOptions: null },
  { name: "Interests", fieldType: "multiselect", selectOptions: interests },
  { name: "Renewal", fieldType: "date", selectOptions: null },
  { name: "Tier", fieldType: "select", selectOptions: tiers },
  { name: "Newsletter", fieldType: "checkbox", selectOptions: null },
  { name: "Badge", fieldType: "text", selectOptions: null }
]

const storedPerson = (person: Person, fields: Population["fields"], created: number, index: number): IndexedContact => {
  const now = DateTime.makeUnsafe(created)
  const { contact, values } = indexedContact({ fields, workspace }, person, uuidOf(created, index), now)
  const { archived, clientReference, engagedAfter } = person
  const lastEngagedAt = engagedAfter === null ? null : DateTime.makeUnsafe(created + engagedAfter)
  return { contact: { ...contact, archived, clientReference, lastEngagedAt }, values }
}

/** A UUID of version 7, as the library would have generated it then, but the same in every run. */
const uuidOf = (created: number, index: number): ContactUuid => {
  const time = created.toString(16).padStart(12, "0")
  return ContactUuid.make(`${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${index.toString(16).padStart(12, "0")}`)
}

export const day = 86_400_000

const firstRenewal = Date.UTC(2025, 0, 1)

/**
 * Generates people without end; the same seed gives the same ones. Shares: e-mail 90 %, phone 75 %, external id 60 %,
 * chatapp id 30 %, client reference 5 %, socialmsg id 1 %, no last name 0.5 %, archived 3 %, ever engaged 40 %;
 * company 70 %, visits 80 %, interests 50 %, renewal 60 %, tier 90 %, newsletter 99.5 %, badge 1 %.
 */
function* people(seed: number): Generator<Person, never> {
  const countries = [
    { value: new Faker({ locale: [en, base], seed }), weight: 6 },
    { value: new Faker({ locale: [de, en, base], seed: seed + 1 }), weight: 3 },
    { value: new Faker({ locale: [fr, en, base], seed: seed + 2 }), weight: 1 }
  ]
  const dice = new Faker({ locale: [en, base], seed: seed + 3 })
  for (let number = 1; ; number++) {
    yield person(number, dice, dice.helpers.weightedArrayElement(countries))
  }
}

/** A generated contact, as a workspace would enter it. */
export type Person = ReturnType<typeof person>

const person = (number: number, dice: Faker, faker: Faker) => {
  const among = (share: number) => dice.number.float() < share
  const firstName = faker.person.firstName()
  const lastName = faker.person.lastName()
  const phoneNumber = faker.phone.number({ style: "international" })
  return {
    fields: {
      firstName,
      lastName: among(0.005) ? null : lastName,
      email: among(0.9) ? faker.internet.email({ firstName, lastName }) : null,
      phoneNumber: among(0.75) ? phoneNumber : null,
      chatappId: among(0.3) ? phoneNumber.replace("+", "") : null,
      socialmsgId: among(0.01) ? `${faker.internet.username({ firstName, lastName })}.${number}` : null,
      // A contact needs an identifier (C1), so that this one is never missing.
      externalContactId: among(0.6) ? `crm-${dice.number.int({ max: 99_999_999 })}` : `web-${number}`
    },
    values: {
      ...(among(0.7) && { company: faker.company.name() }),
      ...(among(0.8) && { visits: dice.number.int({ max: 9_999 }) }),
      ...(among(0.5) && { interests: interestsOf(dice) }),
      ...(among(0.6) && { renewal: dateOf(firstRenewal + dice.number.int({ max: 1_095 }) * day) }),
      ...(among(0.9) && { tier: dice.helpers.arrayElement(tiers) }),
      ...(among(0.995) && { newsletter: among(0.5) }),
      ...(among(0.01) && { badge: `badge ${number}` })
    },
    clientReference: among(0.05) ? `order-${number}` : null,
    archived: among(0.03),
    /** Milliseconds from their creation to their last engagement; null without one. */
    engagedAfter: among(0.4) ? dice.number.int({ max: 400 * day }) : null
  }
}

/** One to four interests; the weight of each is the square root of half the weight of the one before it. */
const interestsOf = (dice: Faker): ReadonlyArray<string> => {
  const weighted = interests.map((value, index) => ({ value, weight: 2 ** (-index / 2) }))
  const wanted = Array.from({ length: dice.number.int({ min: 1, max: 4 }) }, () =>
    dice.helpers.weightedArrayElement(weighted)
  )
  return [...new Set(wanted)]
}

export const dateOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)
