import { systemCaller, ActorUuid, type ContactImport, ContactImports, OptOuts, type Storage } from "@rollcall/core"
import { digitForms, identifierValue } from "@rollcall/core/contacts"
import { layerAddressedRecipients } from "@rollcall/core/delivery"
import { type ImportRow, layerImportWorker } from "@rollcall/core/imports"
import { isImportOver } from "@rollcall/core/storage"
import { Context, Effect, Exit, Layer, Record, Schedule, String as Str } from "effect"
import * as Arr from "effect/Array"
import { PersistedQueue } from "effect/persistence"
import { millisOf } from "../Alternate.ts"
import { agree, ratedCase } from "../Case.ts"
import type { Population } from "../contacts/Population.ts"
import type { Connection } from "../stores/Connection.ts"
import { rowsOfContact } from "../stores/ContactRows.ts"
import type { Fixture } from "../stores/Fixture.ts"
import { asRecord, importByHand } from "./ImportRival.ts"

/** The rows of each request. */
type Requests = ReadonlyArray<ReadonlyArray<ImportRow>>

/**
 * Generates rows without end: every second one has the e-mail of an existing contact, written in capitals, and something
 * new in everything else; the others have e-mails that no contact has.
 */
function* importRows({ newcomer, ownEmails }: Population): Generator<ImportRow, never> {
  const pool = Arr.makeBy(2_000, newcomer)
  for (let number = 0; ; number++) {
    const { email, firstName, lastName } = (pool[number % pool.length] ?? pool[0]).fields
    const existing = number % 2 === 0 ? ownEmails[(number / 2) % ownEmails.length] : undefined
    const fields = {
      firstName: firstName ?? "Ada",
      lastName: lastName ?? "Byron",
      email: existing?.toUpperCase() ?? `${number}.${email ?? "b@c.example"}`,
      phoneNumber: `+49 30 ${number}`
    }
    const customFields = { company: `Company ${number % 977}`, visits: number }
    const original = Record.mapKeys({ ...fields, customFields }, Str.camelToSnake)
    yield { fields, customFields, original }
  }
}

/** Rows that are matched on e-mail, half of them with existing contacts. */
export const importCase = ratedCase({
  name: "import",
  unit: "rows/s",
  pieces: ({ imports, rows }) => imports * rows,
  limits: [{ of: "median", is: ">=", value: 0.7 }],
  sides: Effect.fnUntraced(function* (fixture, size) {
    const rows = importRows(fixture.population)
    const next = (count: number) => Arr.makeBy(count, () => rows.next().value)
    const requests = () => Arr.makeBy(size.imports, () => next(size.rows))
    const library = yield* importing(fixture)
    const connection = fixture.rival?.connection
    if (connection) yield* agreeOnRows(connection, fixture.population, next(100), library)
    return {
      library: () => Effect.suspend(() => library(requests())),
      rival: connection && (() => Effect.suspend(() => writing(connection, fixture.population, requests())))
    }
  })
})

/**
 * All requests are accepted before the workers start, as in a server that restarts. The workers run in this process with
 * the settings of a server.
 */
const importing = Effect.fnUntraced(function* ({ library, population: { workspace } }: Fixture) {
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
    const millis = yield* millisOf(
      Effect.gen(function* () {
        yield* Layer.build(worker)
        const counts = (yield* Effect.forEach(accepted, finished)).map(({ counts }) => counts)
        const sumOf = (outcome: "created" | "updated") => counts.reduce((sum, one) => sum + one[outcome], 0)
        yield* agree("import: created, updated", [sumOf("created"), sumOf("updated")], [count / 2, count / 2])
      })
    )
    return (count / millis) * 1_000
  }, Effect.scoped)
})

/** A transaction for each request; what is written is made from its rows, as in the library. */
const writing = Effect.fnUntraced(function* (connection: Connection, population: Population, requests: Requests) {
  const write = importByHand(connection, population.workspace)
  const millis = yield* millisOf(
    Effect.gen(function* () {
      for (const rows of requests) {
        const records = yield* Effect.forEach(rows, (row) => asRecord(population, row))
        yield* Effect.acquireUseRelease(
          connection.begin,
          () => write(records),
          (_, exit) => (Exit.isSuccess(exit) ? connection.commit : connection.rollBack)
        )
      }
    })
  )
  return (requests.flat().length / millis) * 1_000
})

/** Both leave the same rows: by hand first, which is rolled back when it was read, and then the library. */
const agreeOnRows = Effect.fnUntraced(function* (
  connection: Connection,
  population: Population,
  rows: Requests[number],
  library: (requests: Requests) => Effect.Effect<unknown, Error>
) {
  const emails = rows.map(({ fields }) => identifierValue(digitForms, "email", fields.email) ?? "")
  const find = connection.prepare(
    `SELECT uuid FROM contacts WHERE workspace_uuid = $1 AND email_key ${connection.isIn("$2")} ORDER BY email_key`
  )
  const rowsOf = rowsOfContact(connection)
  const contacts = Effect.flatMap(find([population.workspace, emails]), (found) =>
    Effect.forEach(found, ({ uuid }) => rowsOf(String(uuid)))
  )
  const records = yield* Effect.forEach(rows, (row) => asRecord(population, row))
  const written = yield* Effect.acquireUseRelease(
    connection.begin,
    () => Effect.andThen(importByHand(connection, population.workspace)(records), contacts),
    () => connection.rollBack
  )
  yield* library([rows])
  const imported = yield* contacts
  yield* agree("import", imported, written)
  yield* agree("import: contacts", [imported.length], [rows.length])
})
