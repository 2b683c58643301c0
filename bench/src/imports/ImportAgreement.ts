import { identifierValue } from "@rollcall/core"
import { Effect, Equal, Record, Schema } from "effect"
import { type CaseError, Disagreement } from "../cases/Case.ts"
import type { Arena } from "../stores/Arena.ts"
import { asRecord, type Imported } from "./ImportedPeople.ts"
import type { ImportRival } from "./ImportRival.ts"

/**
 * Both leave equal rows of the same people: by hand first, which is undone when it was looked at, and then the library.
 */
export const agreeOnRows = Effect.fnUntraced(function* (
  { population, rival }: Arena,
  byHand: ImportRival,
  people: ReadonlyArray<Imported>,
  library: (requests: ReadonlyArray<ReadonlyArray<Imported>>) => Effect.Effect<unknown, CaseError>
) {
  if (rival === undefined) return
  const emails = people.map(({ fields }) => identifierValue("email", fields.email) ?? "")
  const look = Effect.gen(function* () {
    const holders = yield* byHand.holders(emails)
    return yield* Effect.forEach(holders, (uuid) => Effect.map(rival.read(uuid), asComparable))
  })
  const records = yield* Effect.forEach(people, (one) => asRecord(population, one))
  yield* byHand.begin
  yield* byHand.write(records)
  const written = yield* look
  yield* byHand.rollBack
  yield* library([people])
  const imported = yield* look
  if (imported.length === people.length && Equal.equals(written, imported)) return
  const [place = 0] = imported.flatMap((row, index) => (Equal.equals(row, written[index]) ? [] : [index]))
  return yield* new Disagreement({ case: "import", library: imported[place], rival: written[place] })
})

/** A database writes JSON in its own way. */
const Rows = Schema.Array(
  Schema.StructWithRest(Schema.Struct({ custom_fields: Schema.optionalKey(Schema.fromJsonString(Schema.Unknown)) }), [
    Schema.Record(Schema.String, Schema.Unknown)
  ])
)

/** What two contacts never share. */
const own = new Set(["id", "uuid", "contact_uuid", "created_at", "updated_at"])

const asComparable = (rows: ReadonlyArray<unknown>) =>
  Schema.decodeUnknownSync(Rows)(rows).map(Record.filter((_, column) => !own.has(column)))
