import { Effect, Random } from "effect"

/** How many lists there are. */
export const listCount = 2

/** How many e-mails all matched rows share, so that most meet a contact or another row. */
const emails = 700

/** A text that no contact takes. */
const tooLong = "x".repeat(1_001)

const spellings = [
  (email: string) => email,
  (email: string) => email.toUpperCase(),
  (email: string) => `  ${email} `,
  (email: string) => email.replace("person", "Person")
] as const

const mergeTypes = ["create_or_update", "create_or_update", "create_or_update", "create", "update"] as const

/** Returns the import with a number: always the same one. */
export type Plan = ReturnType<typeof planOf>
export type PlannedImport = Effect.Success<ReturnType<Plan>>
export type PlannedRow = Effect.Success<ReturnType<typeof planRow>>

/** The plan of a seed: imports of up to so many rows, half of them of just as many. */
export const planOf = (seed: number, largest: number) => (number: number) =>
  Effect.gen(function* () {
    const size = (yield* Random.nextBoolean) ? largest : yield* Random.nextIntBetween(1, largest)
    const matchOnField = (yield* Random.next) < 0.85 ? ("email" as const) : null
    const mergeType = matchOnField === null ? ("create_or_update" as const) : yield* Random.choice(mergeTypes)
    /** Which of the lists contacts join, from 0; none if it is -1. */
    const list = yield* Random.nextIntBetween(-1, listCount - 1)
    /** The custom field that this import alone writes, so that no other hides what it did. */
    const field = `import_${number}`
    const rows: Array<PlannedRow> = []
    while (rows.length < size) {
      const row = yield* planRow(`${rows.length} of import ${number}`, field, matchOnField === null)
      rows.push(row)
      if (rows.length < size && (yield* Random.next) < 0.1) rows.push(row)
    }
    return { number, field, matchOnField, mergeType, list, rows }
  }).pipe(Random.withSeed(`${seed} ${number}`))

/**
 * A row is matched by e-mail, makes a contact of its own, identifies no contact, or is broken. Its mark is what it
 * writes: no other row has it, but for one that repeats the whole row.
 */
const planRow = Effect.fnUntraced(function* (place: string, field: string, unmatched: boolean) {
  const chance = yield* Random.next
  const kind = chance < 0.04 ? "broken" : chance < 0.08 ? "nameless" : chance < 0.14 || unmatched ? "single" : "matched"
  const mark = `row ${place}`
  const email = `person${yield* Random.nextIntBetween(0, emails - 1)}@example.org`
  const spell = yield* Random.choice(spellings)
  const identifiers = {
    matched: { email: spell(email) },
    single: { phone_number: `+44 ${place.replace(" of import ", " ")}` },
    broken: { email, last_name: tooLong },
    nameless: {}
  }[kind]
  /** The e-mail that it is matched by, normalised (C3). */
  const matched = kind === "matched" ? email : ""
  return { kind, email: matched, mark, body: { first_name: mark, custom_fields: { [field]: mark }, ...identifiers } }
})
