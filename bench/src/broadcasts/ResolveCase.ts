import { nextId } from "@rollcall/core/shared"
import { Clock, DateTime, Effect, Schema } from "effect"
import { agree, ratedCase } from "../Case.ts"
import { makeToken } from "../http/HttpCases.ts"
import { startServer } from "../Processes.ts"
import type { Connection } from "../stores/Connection.ts"
import { countPending } from "./AcceptCase.ts"
import { later } from "./Requests.ts"

const Accepted = Schema.Struct({ uuid: Schema.String })
const Details = Schema.Struct({ audience: Schema.String, recipients: Schema.NullOr(Schema.Int) })

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

/** From a request until the contacts of its audience are stored, by a server, beside one statement that writes them. */
export const resolveCase = ratedCase({
  name: "broadcast: resolve an audience",
  unit: "rows/s",
  limits: [{ of: "median", is: ">=", value: 1 / 3 }],
  sides: Effect.fnUntraced(function* (fixture) {
    const { population, rival, url } = fixture
    const { workspace } = population
    const server = yield* startServer(url, yield* makeToken(fixture))
    const body = new TextEncoder().encode(JSON.stringify(request))

    const resolved = Effect.gen(function* () {
      const { uuid } = yield* server.post("/broadcasts", body, 202, Accepted)
      for (;;) {
        const { audience, recipients } = yield* server.get(`/broadcasts/${uuid}`, Details)
        if (audience === "resolved") return recipients ?? 0
        yield* Effect.sleep("20 millis")
      }
    })
    const byHand = rival && inserting(rival.connection, workspace)
    if (byHand) yield* agree("broadcast: resolve", [yield* resolved], [yield* byHand])
    return { library: () => inOneSecond(resolved), rival: byHand && (() => inOneSecond(byHand)) }
  })
})

/** How many rows are written in one second. */
const inOneSecond = Effect.fnUntraced(function* <E, R>(write: Effect.Effect<number, E, R>) {
  const began = yield* Clock.currentTimeMillis
  const rows = yield* write
  return (1_000 * rows) / Math.max(1, (yield* Clock.currentTimeMillis) - began)
})

/** Writes a scheduled broadcast and a recipient for each address, that of the oldest contact, by one statement. */
const inserting = (connection: Connection, workspace: string) => {
  const uuid =
    connection.dialect === "postgres"
      ? "gen_random_uuid()"
      : "lower(substr(hex(randomblob(16)), 1, 8) || '-' || hex(randomblob(2)) || '-7' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))"
  const text =
    connection.dialect === "postgres"
      ? "to_json(coalesce(first_name, 'there'))::text"
      : "json_quote(coalesce(first_name, 'there'))"
  const insertBroadcast = connection.prepare(`
    INSERT INTO broadcasts (
      workspace_uuid, uuid, created_by, channel_type, name, template_name, locale, sender, category, version, status,
      scheduled_at, created_at, recipients, look_at, is_complete
    ) VALUES ($1, $2, $1, 'chatapp', 'Bench', 'appointment_reminder', 'en', '4915112345678', 'marketing', 1, 'scheduled',
      4070908800000, $3, 0, 4070908800000, 1)`)
  const insertRecipients = connection.prepare(`
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
  const count = connection.prepare("SELECT count(*) AS total FROM broadcast_recipients WHERE broadcast_uuid = $1")
  const counted = countPending(connection)
  return Effect.gen(function* () {
    const [broadcast, now] = [yield* nextId, yield* Clock.currentTimeMillis]
    yield* connection.begin
    yield* insertBroadcast([workspace, broadcast, now])
    yield* insertRecipients([workspace, broadcast, now])
    const [found] = yield* count([broadcast])
    const total = Number(found?.["total"] ?? 0)
    yield* counted(workspace, broadcast, total)
    yield* connection.commit
    return total
  })
}
