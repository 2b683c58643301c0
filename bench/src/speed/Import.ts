import { systemCaller, ActorUuid, type ContactImport, ContactImports, OptOuts, type Storage } from "@rollcall/core"
import { digitForms, identifierValue, type ImportRow, layerImportWorker } from "@rollcall/core/people"
import { layerAddressedRecipients } from "@rollcall/core/sending"
import { isImportOver } from "@rollcall/core/storage"
import { Context, Effect, Layer, Record, Schedule, String as Str } from "effect"
import * as Arr from "effect/Array"
import { PersistedQueue } from "effect/persistence"
import type { Postgres, Sqlite } from "../Database.ts"
import { ownTime } from "../ProcessorTime.ts"
import { compare, timed } from "../Rounds.ts"
import type { Run, Scenario } from "../Scenario.ts"
import { inTransaction } from "./Connection.ts"
import { rowsOfContact } from "./ContactRows.ts"
import { asRecord, importByHand } from "./ImportRival.ts"
import { type Population, workspace } from "./Population.ts"
import { agree, openStore, type Store } from "./Store.ts"

/** Requests per round, and rows per request. */
const [imports, rowsOfImport] = [40, 1_000]

/** The rows of each request. */
type Requests = ReadonlyArray<ReadonlyArray<ImportRow>>

/**
 * Generates rows endlessly. Every second row has an existing contact's email in capitals, with new values in all other
 * fields. The other rows have new emails.
 */
function* importRows({ newcomer, ownEmails }: Population): Generator<ImportRow, never> {
  const pool = Arr.makeBy(2_000, newcomer)
  for (let number = 0; ; number++) {
    const { email, firstName, lastName } = (pool[number % pool.length] ?? pool[0]).fields
    const existing = number % 2 === 0 ? ownEmails[(number / 2) % ownEmails.length] : undefined
    const fields = {
      firstName,
      lastName: lastName ?? "Byron",
      email: existing?.toUpperCase() ?? `${number}.${email ?? "b@c.example"}`,
      phoneNumber: `+49 30 ${number}`
    }
    const customFields = { company: `Company ${number % 977}`, visits: number }
    const original = Record.mapKeys({ ...fields, customFields }, Str.camelToSnake)
    yield { fields, customFields, original }
  }
}

/**
 * Accepts all requests before the workers start, as in a server that restarts. The workers run in this process with a
 * server's settings.
 */
const importing = Effect.fnUntraced(function* ({ library }: Store) {
  const storage: Layer.Layer<Storage> = Layer.succeedContext(library)
  const imports = Context.get(yield* Layer.build(Layer.provide(ContactImports.layer, storage)), ContactImports)
  const optOuts = Layer.provide(OptOuts.layer, layerAddressedRecipients)
  const worker = layerImportWorker.pipe(Layer.provide([PersistedQueue.layer, optOuts]), Layer.provide(storage))
  const caller = { workspace, actor: ActorUuid.make(workspace) }
  const finished = ({ uuid }: ContactImport) =>
    Effect.repeat(imports.get(systemCaller(workspace), uuid), {
      until: isImportOver,
      schedule: Schedule.spaced("10 millis")
    })
  return Effect.fnUntraced(function* (requests: Requests) {
    const options = { matchOnField: "email", mergeType: "create_or_update", contactListUuid: null } as const
    const accepted = yield* Effect.forEach(requests, (rows) => imports.create(caller, { ...options, contacts: rows }))
    const count = accepted.reduce((sum, { total }) => sum + total, 0)
    const work = Effect.gen(function* () {
      yield* Layer.build(worker)
      const counts = (yield* Effect.forEach(accepted, finished)).map(({ counts }) => counts)
      const sumOf = (outcome: "created" | "updated") => counts.reduce((sum, one) => sum + one[outcome], 0)
      yield* agree("import: created, updated", [sumOf("created"), sumOf("updated")], [count / 2, count / 2])
    })
    return yield* timed(work, count)
  }, Effect.scoped)
})

/** Writes each request in one transaction, with rows built as in the library. */
const writing = ({ connection, population }: Store) => {
  const write = importByHand(connection)
  return (requests: Requests) =>
    timed(
      Effect.forEach(requests, (rows) =>
        Effect.flatMap(
          Effect.forEach(rows, (row) => asRecord(population.fields, row)),
          (records) => inTransaction(connection, write(records))
        )
      ),
      requests.flat().length
    )
}

/**
 * Fails unless both sides write the same rows. The rival writes first and is rolled back after its rows were read, then
 * the library writes.
 */
const agreeOnRows = Effect.fnUntraced(function* (
  { connection, population }: Store,
  rows: Requests[number],
  library: (requests: Requests) => Effect.Effect<unknown, Error>
) {
  const find = connection.prepare("SELECT uuid FROM contacts WHERE workspace_uuid = $1 AND email_key = $2")
  const rowsOf = rowsOfContact(connection)
  const contacts = Effect.forEach(rows, ({ fields }) =>
    Effect.flatMap(find([workspace, identifierValue(digitForms, "email", fields.email) ?? ""]), (found) =>
      Effect.forEach(found, ({ uuid }) => rowsOf(String(uuid)))
    )
  )
  const records = yield* Effect.forEach(rows, (row) => asRecord(population.fields, row))
  const write = Effect.andThen(importByHand(connection)(records), contacts)
  const written = (yield* inTransaction(connection, write, "ROLLBACK")).flat()
  yield* library([rows])
  const imported = (yield* contacts).flat()
  yield* agree("import", imported, written)
  yield* agree("import: contacts", [imported.length], [rows.length])
})

const importOn = (least: number) =>
  Effect.fnUntraced(function* (database: Sqlite | Postgres, { rounds, share }: Run) {
    const store = yield* openStore(database, Math.ceil(100_000 * share))
    const rows = importRows(store.population)
    const next = (count: number) => Arr.makeBy(count, () => rows.next().value)
    const requests = Effect.sync(() => Arr.makeBy(Math.ceil(imports * share), () => next(rowsOfImport)))
    const library = yield* importing(store)
    yield* agreeOnRows(store, next(100), library)
    const figure = yield* compare({
      library: { run: Effect.flatMap(requests, library), spent: ownTime },
      rival: { run: Effect.flatMap(requests, writing(store)), spent: ownTime },
      database: database.processorTime,
      rounds,
      wanted: { rate: least }
    })
    return [{ name: "rows", figures: [figure] }]
  })

/** Imports rows that are matched on email. Half of them match existing contacts. */
export const imported: Scenario = {
  name: "import",
  about: "rows a second of 40 imports of 1,000 rows, half of which match one of 100,000 contacts by e-mail",
  sqlite: importOn(1.5),
  postgres: importOn(0.9)
}
