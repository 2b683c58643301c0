import { base, de, en, Faker, fr } from "@faker-js/faker"
import type { ContactFields, GivenValues } from "@rollcall/core"

/** Somebody made up, as a workspace would know them. */
export interface Person {
  readonly fields: ContactFields
  readonly values: GivenValues
  readonly clientReference: string | null
  readonly archived: boolean
  /** How long after their creation they were last engaged, in milliseconds; null when they never were. */
  readonly engagedAfter: number | null
}

/** What people may be interested in; those at the end are rare. */
export const interests = [
  "Swimming",
  "Running",
  "Cooking",
  "Reading",
  "Cycling",
  "Music",
  "Travel",
  "Gardening",
  "Photography",
  "Chess",
  "Sailing",
  "Pottery",
  "Archery",
  "Fencing",
  "Beekeeping",
  "Falconry"
]

export const tiers = ["Bronze", "Silver", "Gold", "Platinum"]

const day = 86_400_000

/**
 * Made-up people without end; the same seed makes the same ones. Shares: e-mail 90 %, phone 75 %, external id 60 %,
 * chatapp id 30 %, client reference 5 %, socialmsg id 1 %, no last name 0.5 %, archived 3 %, ever engaged 40 %;
 * company 70 %, visits 80 %, interests 50 %, renewal 60 %, tier 90 %, newsletter 99.5 %, badge 1 %.
 */
export function* people(seed: number): Generator<Person, never> {
  const countries = [
    { faker: new Faker({ locale: [en, base], seed }), weight: 6 },
    { faker: new Faker({ locale: [de, en, base], seed: seed + 1 }), weight: 3 },
    { faker: new Faker({ locale: [fr, en, base], seed: seed + 2 }), weight: 1 }
  ].map(({ faker, weight }) => ({ value: faker, weight }))
  const dice = new Faker({ locale: [en, base], seed: seed + 3 })
  for (let number = 1; ; number++) {
    yield person(number, dice, dice.helpers.weightedArrayElement(countries))
  }
}

const person = (number: number, dice: Faker, faker: Faker): Person => {
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
      // Whoever has nothing else has this one: a contact needs an identifier (C1).
      externalContactId: among(0.6) ? `crm-${dice.number.int({ max: 99_999_999 })}` : `web-${number}`
    },
    values: {
      ...(among(0.7) && { company: faker.company.name() }),
      ...(among(0.8) && { visits: dice.number.int({ max: 9_999 }) }),
      ...(among(0.5) && { interests: interestsOf(dice) }),
      ...(among(0.6) && { renewal: dateOf(dice.number.int({ max: 1_095 })) }),
      ...(among(0.9) && { tier: dice.helpers.arrayElement(tiers) }),
      ...(among(0.995) && { newsletter: among(0.5) }),
      ...(among(0.01) && { badge: `badge ${number}` })
    },
    clientReference: among(0.05) ? `order-${number}` : null,
    archived: among(0.03),
    engagedAfter: among(0.4) ? dice.number.int({ max: 400 * day }) : null
  }
}

/** One to four of them; the place of one in the list, halved thrice, says how seldom it is. */
const interestsOf = (dice: Faker): ReadonlyArray<string> => {
  const weighted = interests.map((value, index) => ({ value, weight: 2 ** (-index / 2) }))
  const wanted = Array.from({ length: dice.number.int({ min: 1, max: 4 }) }, () =>
    dice.helpers.weightedArrayElement(weighted)
  )
  return [...new Set(wanted)]
}

/** A date so many days after the first one. */
export const dateOf = (days: number): string => new Date(Date.UTC(2025, 0, 1) + days * day).toISOString().slice(0, 10)
