import { base, de, en, Faker, fr } from "@faker-js/faker"
import {
  type Contact,
  type ContactFields,
  ContactUuid,
  type CustomField,
  CustomFields,
  systemCaller,
  WorkspaceUuid
} from "@rollcall/core"
import {
  changeValues,
  contactWrite,
  digitForms,
  type GivenValues,
  identifierValue,
  makeContact,
  type NewCustomField
} from "@rollcall/core/people"
import { applyChanges, ContactStore, WorkspaceStore } from "@rollcall/core/storage"
import { DateTime, Effect, Result } from "effect"
import * as Arr from "effect/Array"

/** Information about a store's contacts. Only some contacts are kept in memory. */
export interface Population {
  readonly fields: ReadonlyMap<string, CustomField>
  /** At most 10,000 contacts spread over the store, in the order of creation. */
  readonly samples: ReadonlyArray<Contact>
  /** The emails that exactly one contact has, in folded form. */
  readonly ownEmails: ReadonlyArray<string>
  /** Generates a contact that is not in the store. Its email is unique. */
  readonly newcomer: () => Person
}

const seed = 20_260_101

/** The workspace of all contacts, by name and uuid. */
export const workspaceName = "bench"
export const workspace = WorkspaceUuid.make("0192f000-0000-7000-8000-000000000001")

/** Contacts were created at even intervals between these times. */
const began = Date.UTC(2023, 0, 1)
const ended = Date.UTC(2026, 0, 1)

const mostSamples = 10_000

/** The number of contacts generated and written at a time. */
const batch = 1_000

/** Generates contacts and writes them through the library. */
export const populate = Effect.fnUntraced(function* (size: number) {
  const service = yield* CustomFields
  const contacts = yield* ContactStore
  yield* WorkspaceStore.use((store) => store.ensure(workspaceName, workspace))
  const created = yield* Effect.forEach(inputs, ([name, fieldType, selectOptions]) => {
    const others = { fieldKey: null, icon: null, editable: true, sensitive: false }
    return service.create(systemCaller(workspace), { ...others, name, fieldType, selectOptions })
  })
  const fields = new Map(created.map((field) => [field.fieldKey, field]))
  const source = people()
  const step = (ended - began) / size
  const every = Math.ceil(size / mostSamples)
  const samples: Array<Contact> = []
  const timesOf = new Map<string, number>()
  for (let first = 0; first < size; first += batch) {
    const some = Arr.makeBy(Math.min(batch, size - first), (place) =>
      storedPerson(source.next().value, fields, Math.floor(began + (first + place) * step), first + place)
    )
    const writes = some.map(({ contact, values }) => contactWrite(digitForms, "contact.created", contact, values))
    yield* contacts.save({ created: writes, changed: [] })
    samples.push(...some.flatMap(({ contact }, place) => ((first + place) % every === 0 ? [contact] : [])))
    for (const { contact } of some) {
      const email = identifierValue(digitForms, "email", contact.email)
      if (email !== null) timesOf.set(email, (timesOf.get(email) ?? 0) + 1)
    }
  }
  let newcomers = 0
  const newcomer = (): Person => {
    const person = source.next().value
    const { email } = person.fields
    // Generated emails never begin with a digit, so this one is unique.
    return { ...person, fields: { ...person.fields, email: email && `${++newcomers}.${email}` } }
  }
  const ownEmails = [...timesOf].flatMap(([email, times]) => (times === 1 ? [email] : []))
  const population: Population = { fields, samples, ownEmails, newcomer }
  return population
})

/** Returns the contact that the library creates from valid fields and values, with its indexed values. */
export const indexedContact = (
  fields: Population["fields"],
  given: { readonly fields: ContactFields; readonly values: GivenValues },
  uuid: ContactUuid,
  now: DateTime.Utc
) => {
  const values = Result.getOrThrow(changeValues(given.values, {}, [...fields.values()], "new"))
  const customFields = applyChanges({}, values)
  return { contact: makeContact({ uuid, workspace, fields: given.fields, customFields, now }), values }
}

/** Returns a hundred strings from contacts spread over the store, the same in every run. */
export const some = (
  { samples }: Population,
  read: (contact: Contact) => string | null | undefined
): Arr.NonEmptyReadonlyArray<string> => {
  const all = samples.flatMap((contact) => read(contact) ?? [])
  const step = Math.max(1, Math.floor(all.length / 100))
  const chosen = all.filter((_, index) => index % step === step >> 1).slice(0, 100)
  if (!Arr.isReadonlyArrayNonEmpty(chosen)) throw new Error("no contact has what is asked for")
  return chosen
}

/** Interests, from frequent to rare. */
const interests = (
  "Swimming, Running, Cooking, Reading, Cycling, Music, Travel, Gardening, " +
  "Photography, Chess, Sailing, Pottery, Archery, Fencing, Beekeeping, Falconry"
).split(", ")

const tiers = ["Bronze", "Silver", "Gold", "Platinum"]

const inputs: ReadonlyArray<readonly [string, NewCustomField["fieldType"], NewCustomField["selectOptions"]]> = [
  ["Company", "text", null],
  ["Visits", "number:integer", null],
  ["Interests", "multiselect", interests],
  ["Renewal", "date", null],
  ["Tier", "select", tiers],
  ["Newsletter", "checkbox", null]
]

const storedPerson = (person: Person, fields: Population["fields"], created: number, index: number) => {
  const now = DateTime.makeUnsafe(created)
  const { contact, values } = indexedContact(fields, person, uuidOf(created, index), now)
  return { contact: { ...contact, archived: person.archived, clientReference: person.clientReference }, values }
}

/** Returns a UUID of version 7 for a creation time, the same in every run. */
const uuidOf = (created: number, index: number): ContactUuid => {
  const time = created.toString(16).padStart(12, "0")
  return ContactUuid.make(`${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${index.toString(16).padStart(12, "0")}`)
}

/** Generates people endlessly, the same in every run. */
function* people(): Generator<Person, never> {
  const countries = [
    { value: new Faker({ locale: [en, base], seed }), weight: 6 },
    { value: new Faker({ locale: [de, en, base], seed: seed + 1 }), weight: 3 },
    { value: new Faker({ locale: [fr, en, base], seed: seed + 2 }), weight: 1 }
  ]
  const dice = new Faker({ locale: [en, base], seed: seed + 3 })
  for (let number = 1; ; number++) yield person(number, dice, dice.helpers.weightedArrayElement(countries))
}

/** A generated contact, with the members that a workspace would enter. */
export type Person = ReturnType<typeof person>

const day = 86_400_000

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
      // Every contact needs an identifier.
      externalContactId: among(0.6) ? `crm-${dice.number.int({ max: 99_999_999 })}` : `web-${number}`
    },
    values: {
      ...(among(0.7) && { company: faker.company.name() }),
      ...(among(0.8) && { visits: dice.number.int({ max: 9_999 }) }),
      ...(among(0.5) && { interests: interestsOf(dice) }),
      ...(among(0.6) && { renewal: new Date(ended + dice.number.int({ max: 365 }) * day).toISOString().slice(0, 10) }),
      ...(among(0.9) && { tier: dice.helpers.arrayElement(tiers) }),
      ...(among(0.995) && { newsletter: among(0.5) })
    },
    clientReference: among(0.05) ? `order-${number}` : null,
    archived: among(0.03)
  }
}

/** Returns one to four interests. Each interest's weight is 2^(-1/2) times the previous one's. */
const interestsOf = (dice: Faker): ReadonlyArray<string> => {
  const weighted = interests.map((value, index) => ({ value, weight: 2 ** (-index / 2) }))
  const wanted = Array.from({ length: dice.number.int({ min: 1, max: 4 }) }, () =>
    dice.helpers.weightedArrayElement(weighted)
  )
  return [...new Set(wanted)]
}
