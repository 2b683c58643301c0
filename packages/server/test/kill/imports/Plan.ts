import { type Array as Arr, Effect, Random } from "effect"

/** What is to become of a row: it is matched by e-mail, makes a contact of its own, identifies nobody, or is broken. */
type RowKind = "matched" | "single" | "nameless" | "broken"

export interface PlannedRow {
  readonly kind: RowKind
  /** The e-mail that it is matched by, normalised (C3); empty unless it is matched. */
  readonly email: string
  /** What it writes: no other row has it, but for one that repeats the whole row. */
  readonly mark: string
  readonly body: { readonly first_name: string }
}

export interface PlannedImport {
  readonly number: number
  /** The custom field that this import alone writes, so that no other hides what it did. */
  readonly field: string
  readonly matchOn: "email" | null
  readonly mergeType: "create_or_update" | "create" | "update"
  /** Which of the lists contacts join, from 0. */
  readonly list: number | null
  readonly rows: ReadonlyArray<PlannedRow>
}

/** How many lists there are. */
export const listCount = 2

/** How many e-mails all matched rows share, so that most meet a contact or another row. */
const emails = 700

/** A text that no contact takes. */
const tooLong = "x".repeat(1_001)

const spellings: Arr.NonEmptyReadonlyArray<(email: string) => string> = [
  (email) => email,
  (email) => email.toUpperCase(),
  (email: string) => `  ${email} `,
  (email) => email.replace("person", "Person")
]

/** The custom field of the import with this number. */
const fieldOf = (number: number) => `import_${number}`

/** Gives the import with a number: always the same one. */
export type Plan = (number: number) => Effect.Effect<PlannedImport>

/** The plan of a seed: imports of up to so many rows, half of them of just as many. */
export const planOf =
  (seed: number, largest: number): Plan =>
  (number) =>
    Effect.gen(function* () {
      const size = (yield* Random.nextBoolean) ? largest : yield* Random.nextIntBetween(1, largest)
      const matchOn = (yield* Random.next) < 0.85 ? "email" : null
      const mergeType = matchOn === null ? "create_or_update" : yield* Random.choice(mergeTypes)
      const list = yield* Random.nextIntBetween(-1, listCount - 1)
      const rows: Array<PlannedRow> = []
      while (rows.length < size) {
        const row = yield* planRow({ number, index: rows.length, matchOn })
        rows.push(row)
        if (rows.length < size && (yield* Random.next) < 0.1) rows.push(row)
      }
      return { number, field: fieldOf(number), matchOn, mergeType, list: list < 0 ? null : list, rows } as const
    }).pipe(Random.withSeed(`${seed} ${number}`))

const mergeTypes: Arr.NonEmptyReadonlyArray<PlannedImport["mergeType"]> = [
  "create_or_update",
  "create_or_update",
  "create_or_update",
  "create",
  "update"
]

const planRow = Effect.fnUntraced(function* (
  place: Pick<PlannedImport, "matchOn" | "number"> & { readonly index: number }
) {
  const chance = yield* Random.next
  const kind: RowKind =
    chance < 0.04
      ? "broken"
      : chance < 0.08
        ? "nameless"
        : chance < 0.14 || place.matchOn === null
          ? "single"
          : "matched"
  const mark = `row ${place.index} of import ${place.number}`
  const email = `person${yield* Random.nextIntBetween(0, emails - 1)}@example.org`
  const spell = yield* Random.choice(spellings)
  const identifiers = {
    matched: { email: spell(email) },
    single: { phone_number: `+44 ${place.number} ${place.index}` },
    broken: { email, last_name: tooLong },
    nameless: {}
  }[kind]
  const body = { first_name: mark, custom_fields: { [fieldOf(place.number)]: mark }, ...identifiers }
  return { kind, email: kind === "matched" ? email : "", mark, body } satisfies PlannedRow
})
