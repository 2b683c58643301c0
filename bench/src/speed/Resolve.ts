import { nextId } from "@rollcall/core/operations"
import { Clock, DateTime, Effect } from "effect"
import { makeClient } from "../Client.ts"
import type { Postgres, Sqlite } from "../Database.ts"
import { later } from "../load/Requests.ts"
import { ownTime, timeOf } from "../ProcessorTime.ts"
import { compare, timed } from "../Rounds.ts"
import type { Run, Scenario } from "../Scenario.ts"
import { acceptBroadcast, broadcastNow, startServer, tokenOf } from "../Server.ts"
import { insertBroadcast, insertCounts } from "./Accept.ts"
import { type Connection, inTransaction } from "./Connection.ts"
import { workspace, workspaceName } from "./Population.ts"
import { agree, openStore } from "./Store.ts"

const request = {
  channel_type: "chatapp",
  name: "Bench",
  template_name: "appointment_reminder",
  from: "4915112345678",
  scheduled_for: DateTime.formatIso(later),
  parameters: { body_order: ["name", "time"] },
  audience: {
    include: [{ search: { advanced_search: [{ field: "chatapp_id", operator: "exists" }] } }],
    address: ["chatapp_id"],
    parameters: { body: { name: { field: "first_name", fallback: "there" }, time: { value: "9:30" } } }
  }
}

const resolve = Effect.fnUntraced(function* (database: Sqlite | Postgres, { rounds, share }: Run) {
  const { connection } = yield* openStore(database, Math.ceil(200_000 * share))
  const server = yield* startServer(database)
  const send = yield* makeClient(server.url, yield* tokenOf(database, workspaceName))
  const resolved = Effect.gen(function* () {
    const uuid = yield* acceptBroadcast({ send }, JSON.stringify(request))
    const { recipients } = yield* Effect.repeat(Effect.delay(broadcastNow({ send }, uuid), "20 millis"), {
      until: ({ audience }) => audience === "resolved"
    })
    return recipients ?? 0
  })
  const byHand = inserting(connection)
  const count = yield* resolved
  yield* agree("resolve", [count], [yield* byHand])
  const figure = yield* compare({
    library: { run: timed(resolved), spent: () => timeOf(server.pid) },
    rival: { run: timed(byHand), spent: ownTime },
    database: database.processorTime,
    rounds,
    wanted: { time: 1.5 }
  })
  return [{ name: `${count} recipients`, figures: [figure] }]
})

/**
 * Measures the time from a request until a server has stored its audience's contacts. The rival writes them with one
 * statement.
 */
export const resolved: Scenario = {
  name: "resolve",
  about: "an audience of the 30 % of 200,000 contacts that have a WhatsApp number, beside one INSERT ... SELECT",
  sqlite: resolve,
  postgres: resolve
}

/** Writes a scheduled broadcast and a recipient for each address, using the oldest contact, with one statement. */
const inserting = (connection: Connection) => {
  const { dialect, prepare } = connection
  const uuid =
    dialect === "postgres"
      ? "gen_random_uuid()"
      : "lower(substr(hex(randomblob(16)), 1, 8) || '-' || hex(randomblob(2)) || '-7' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))"
  const text =
    dialect === "postgres"
      ? "to_json(coalesce(first_name, 'there'))::text"
      : "json_quote(coalesce(first_name, 'there'))"
  const addBroadcast = prepare(insertBroadcast)
  const addRecipients = prepare(`
    INSERT INTO broadcast_recipients (
      workspace_uuid, broadcast_uuid, uuid, position, identifier, parameters, status, attempt, retries, updated_at,
      contact_uuid
    )
    SELECT workspace_uuid, $2, ${uuid}, row_number() OVER (ORDER BY created_at, uuid), chatapp_id_key,
      '{"header":null,"body":[' || ${text} || ',"9:30"],"buttons":[],"cards":null}', 'pending', 0, 0, $3, uuid
    FROM (
      SELECT *, row_number() OVER (PARTITION BY chatapp_id_key ORDER BY created_at, uuid) AS nth
      FROM contacts WHERE workspace_uuid = $1 AND chatapp_id_key IS NOT NULL AND archived = 0
    ) AS contacts
    WHERE nth = 1`)
  const count = prepare("SELECT count(*) AS total FROM broadcast_recipients WHERE broadcast_uuid = $1")
  const addCounts = dialect === "postgres" ? prepare(insertCounts) : () => Effect.void
  return Effect.gen(function* () {
    const [broadcast, now] = [yield* nextId, yield* Clock.currentTimeMillis]
    const write = Effect.gen(function* () {
      yield* addBroadcast([workspace, broadcast, now, 0])
      yield* addRecipients([workspace, broadcast, now])
      const [found] = yield* count([broadcast])
      const total = Number(found?.["total"] ?? 0)
      yield* addCounts([workspace, broadcast, total])
      return total
    })
    return yield* inTransaction(connection, write)
  })
}
