import { Effect, Schema } from "effect"
import { readFileSync } from "node:fs"
import { bodyOf, reminder } from "../../../bench/src/broadcasts/Requests.ts"
import { expectJson } from "../Client.ts"
import type { Postgres } from "../Database.ts"
import type { Figure } from "../Part.ts"
import type { Scenario } from "../Scenario.ts"
import { importContacts, startServer } from "../Server.ts"

/** How many contacts, recipients and events are written. */
const [contacts, recipients, events] = [20_000, 20_000, 100_000]

const Accepted = Schema.Struct({ uuid: Schema.String })
const Details = Schema.Struct({ recipients: Schema.Int, sent: Schema.Int })
const Page = Schema.Struct({ next: Schema.String, has_more: Schema.Boolean })
const decodeSize = Schema.decodeUnknownEffect(
  Schema.NonEmptyArray(Schema.Struct({ bytes: Schema.Number, rows: Schema.Number }))
)

/** The processor time of a process and of those that it has waited for, in milliseconds. */
const spent = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0) * 10
}

/** The bytes of a table and its indexes for each of its rows, or of another table's, as it is after what was done to it. */
const bytesOf = Effect.fnUntraced(function* ({ run }: Postgres, table: string, counted = table) {
  yield* run((sql) => sql.unsafe(`VACUUM rollcall.${table}`).unprepared)
  const sizes = yield* run((sql) =>
    sql.unsafe(
      `SELECT pg_total_relation_size('rollcall.${table}')::float8 AS bytes, count(*)::float8 AS rows FROM rollcall.${counted}`
    )
  )
  const [{ bytes, rows }] = yield* decodeSize(sizes)
  const figure: Figure = {
    name: `bytes of ${table} for a row of ${counted}`,
    value: Math.round(bytes / rows),
    unit: ""
  }
  return figure
})

/**
 * What a contact, a recipient and an event cost: bytes on the disk with all indexes, and processor time of the server and of
 * the database for a thousand of each. A contact is imported with a name, an e-mail and a number, and with its event. A
 * recipient is accepted, sent to, and confirmed by the simulator.
 */
export const costs: Scenario = {
  name: "costs",
  about: "what a contact, a recipient and an event cost: bytes with all indexes, and processor time for a thousand",
  postgres: Effect.fnUntraced(function* (database, { share }) {
    const server = yield* startServer(database, { ROLLCALL_SEND_RATE: "100000" })
    const timeOf = Effect.fnUntraced(function* <E, R>(what: string, count: number, work: Effect.Effect<unknown, E, R>) {
      const before = { server: spent(server.pid), database: (yield* database.pids).map(spent) }
      yield* work
      const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)
      const ofDatabase = sum((yield* database.pids).map(spent)) - sum(before.database)
      const ofServer = spent(server.pid) - before.server
      const figures: ReadonlyArray<Figure> = [
        { name: `1,000 ${what}, server`, value: (ofServer / count) * 1_000, unit: "ms" },
        { name: `1,000 ${what}, database`, value: (ofDatabase / count) * 1_000, unit: "ms" }
      ]
      return figures
    })
    const people = Math.ceil(contacts * share)
    const imported = yield* timeOf(
      "contacts",
      people,
      importContacts(server, people, (index) => ({
        first_name: `Ada ${index}`,
        last_name: "Lovelace",
        email: `ada-${index}@example.org`,
        phone_number: `+4917${1_000_000 + index}`
      }))
    )
    const all = Math.ceil(recipients * share)
    const send = Effect.gen(function* () {
      const answer = yield* server.send("POST", "/broadcasts", { body: bodyOf(reminder(all)) })
      const { uuid } = yield* expectJson(202, Accepted)(answer)
      const details = Effect.flatMap(server.send("GET", `/broadcasts/${uuid}`), expectJson(200, Details))
      yield* Effect.repeat(Effect.delay(details, "500 millis"), { until: ({ sent }) => sent === all })
    })
    const sent = yield* timeOf("recipients", all, send)
    const more = Math.ceil(events * share)
    const insert = database.run((sql) =>
      sql.unsafe(`
        WITH appended AS (
          INSERT INTO rollcall.events (workspace_uuid, occurred_at, type, subject_uuid)
          SELECT (SELECT workspace_uuid FROM rollcall.contacts LIMIT 1), n, 'contact.updated', gen_random_uuid()
          FROM generate_series(1, ${more}) AS n
          RETURNING workspace_uuid, sequence
        )
        INSERT INTO rollcall.event_batches (workspace_uuid, first_sequence)
        SELECT workspace_uuid, sequence FROM appended`)
    )
    const [, written] = yield* timeOf("events, each of a transaction,", more, insert)
    const page = (after: string) =>
      Effect.flatMap(server.send("GET", `/events?limit=1000${after}`), expectJson(200, Page))
    const readAll = Effect.gen(function* () {
      let { has_more, next } = yield* page("")
      while (has_more) ({ has_more, next } = yield* page(`&after=${next}`))
    })
    const read = yield* timeOf("events that are read", more, readAll)
    const sizes = yield* Effect.forEach(
      [
        ["contacts"],
        ["contact_import_rows"],
        ["broadcast_recipients"],
        ["events"],
        ["event_positions", "events"]
      ] as const,
      ([table, counted]) => bytesOf(database, table, counted)
    )
    const figures = [...imported, ...sent, ...(written === undefined ? [] : [written]), ...read, ...sizes]
    return [{ name: `${people} contacts`, get: null, health: null, machine: null, figures }]
  })
}
