import { ContactUuid, WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { DateTime, Effect } from "effect"
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify"
import { createHash } from "node:crypto"
import pg from "pg"
import { numbered, parse } from "./Connection.ts"
import { contactColumns, contactRow, readColumns } from "./ContactRows.ts"

/**
 * A server that a careful engineer would write by hand for some of the API's requests, on the same tables and with the
 * same responses. It uses Fastify, with schemas that check the bodies, and `pg` with prepared statements. Each request
 * looks up its token. The server logs nothing. It prints its URL, and runs until it is stopped.
 */

// Timestamps are parsed as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const pool = new pg.Pool({
  connectionString: process.env["RIVAL_DATABASE_URL"],
  max: 10,
  options: "-c search_path=rollcall,public -c jit=off"
})

const now = () => Math.floor(performance.timeOrigin + performance.now())

/** A row of a database, by column. */
type DatabaseRow = Readonly<Record<string, unknown>>

const find =
  (name: string, text: string) =>
  async (values: ReadonlyArray<unknown>): Promise<ReadonlyArray<DatabaseRow>> => {
    const { rows } = await pool.query<DatabaseRow>({ name, text, values: [...values] })
    return rows
  }

/** Selects the keys of a workspace's archived fields, which contacts do not show. */
const hidden = `(SELECT json_agg(field_key) FROM custom_fields WHERE workspace_uuid = $1 AND status = 'archived') AS hidden`

const findToken = find(
  "token",
  `SELECT workspace_uuid, scopes FROM access_tokens
   WHERE hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`
)
const findContact = find(
  "contact",
  `SELECT ${readColumns}, ${hidden} FROM contacts WHERE workspace_uuid = $1 AND uuid = $2`
)
const newest = find(
  "list",
  `SELECT ${readColumns}, ${hidden}, (SELECT sum(contacts) FROM contact_counts WHERE workspace_uuid = $1) AS total
   FROM contacts WHERE workspace_uuid = $1 ORDER BY created_at DESC, uuid DESC LIMIT $2 OFFSET $3`
)
const ofList = find(
  "members",
  `SELECT ${readColumns}, ${hidden},
     (SELECT sum(contacts) FROM member_counts WHERE workspace_uuid = $1 AND list_uuid = $4) AS total
   FROM contacts WHERE workspace_uuid = $1 AND archived = 0
     AND uuid IN (SELECT contact_uuid FROM contact_list_members WHERE workspace_uuid = $1 AND list_uuid = $4)
   ORDER BY created_at DESC, uuid DESC LIMIT $2 OFFSET $3`
)
const emailContains = find(
  "search",
  `SELECT ${readColumns}, ${hidden}, count(*) OVER () AS total FROM contacts
   WHERE workspace_uuid = $1 AND email_folded LIKE $2 ORDER BY created_at DESC, uuid DESC LIMIT $3 OFFSET $4`
)
const columns = Object.keys(contactColumns)
// Counts contacts as the library does: adds a row, and at about every 50th insert replaces all rows with their sum.
const insert = find(
  "insert",
  `WITH written AS (
     INSERT INTO contacts (${columns.join()}) VALUES (${numbered(contactColumns)}) RETURNING workspace_uuid, uuid
   ), merged AS (
     DELETE FROM contact_counts AS counted USING (
       SELECT workspace_uuid, sequence FROM contact_counts
       WHERE (SELECT random()) < 0.02 AND workspace_uuid IN (SELECT workspace_uuid FROM written)
       FOR UPDATE SKIP LOCKED
     ) AS chosen
     WHERE counted.workspace_uuid = chosen.workspace_uuid AND counted.sequence = chosen.sequence
     RETURNING counted.workspace_uuid, counted.contacts
   ), counted AS (
     INSERT INTO contact_counts (workspace_uuid, contacts)
     SELECT workspace_uuid, sum(contacts) FROM (
       SELECT workspace_uuid, 1 AS contacts FROM written UNION ALL SELECT workspace_uuid, contacts FROM merged
     ) AS changes GROUP BY workspace_uuid
   ), appended AS (
     INSERT INTO events (workspace_uuid, occurred_at, type, subject_uuid)
     SELECT workspace_uuid, floor(extract(epoch FROM clock_timestamp()) * 1000), 'contact.created', uuid FROM written
     RETURNING workspace_uuid, sequence
   )
   INSERT INTO event_batches (workspace_uuid, first_sequence) SELECT workspace_uuid, sequence FROM appended`
)

/** Returns a page of rows in the API's format. */
const page = (rows: ReadonlyArray<DatabaseRow>, limit: number, offset: number) => ({
  contacts: rows.map(shown),
  pagination: { limit, offset, total: Number(rows[0]?.["total"] ?? 0) }
})

/** Returns a row in the API's format. Timestamp columns are numbers, or values that convert to numbers. */
const shown = ({ hidden, total: _total, client_reference: _reference, ...row }: DatabaseRow) => {
  const custom = parse(String(row["custom_fields"]))
  if (Array.isArray(hidden) && typeof custom === "object" && custom !== null) {
    for (const key of hidden) Reflect.deleteProperty(custom, String(key))
  }
  const time = (value: unknown) =>
    value === null || value === undefined ? null : new Date(Number(value)).toISOString()
  return {
    ...row,
    archived: row["archived"] === 1,
    created_at: time(row["created_at"]),
    updated_at: time(row["updated_at"]),
    last_engaged_at: time(row["last_engaged_at"]),
    custom_fields: custom
  }
}

declare module "fastify" {
  interface FastifyRequest {
    workspace: string
  }
}

const app = Fastify({ genReqId: () => crypto.randomUUID() })
app.decorateRequest("workspace", "")

const allow = (scope: string) => async (request: FastifyRequest, reply: FastifyReply) => {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? ""
  const [found] = await findToken([createHash("sha256").update(token).digest("hex"), now()])
  if (found === undefined) return reply.code(401).send({ error: "unauthorized" })
  const scopes = parse(String(found["scopes"]))
  if (!Array.isArray(scopes) || !scopes.includes(scope)) return reply.code(403).send({ error: "forbidden" })
  request.workspace = String(found["workspace_uuid"])
}

app.addHook("onSend", async (request, reply) => {
  reply.headers({ "x-request-id": request.id, "x-content-type-options": "nosniff", "cache-control": "no-store" })
})

const uuid = { type: "string", format: "uuid" }
const pageQuery = {
  type: "object",
  properties: {
    limit: { type: "integer", minimum: 1, maximum: 100, default: 25 },
    offset: { type: "integer", minimum: 0, default: 0 }
  }
} as const
const listQuery = { type: "object", properties: { ...pageQuery.properties, contact_list_uuid: uuid } } as const
const text = { type: ["string", "null"], maxLength: 1_000 }
const identifiers = ["email", "phone_number", "chatapp_id", "socialmsg_id", "external_contact_id"]
const body = {
  type: "object",
  properties: Object.fromEntries(
    [...identifiers, "first_name", "last_name", "client_reference"].map((name) => [name, text])
  )
}

app.get<{ Params: { uuid: string } }>(
  "/v1/contacts/:uuid",
  { preHandler: allow("contacts:read"), schema: { params: { type: "object", properties: { uuid } } } },
  async (request, reply) => {
    const [row] = await findContact([request.workspace, request.params.uuid])
    return row === undefined ? reply.code(404).send({ error: "not found" }) : shown(row)
  }
)

app.get<{ Querystring: { contact_list_uuid?: string; limit: number; offset: number } }>(
  "/v1/contacts",
  { preHandler: allow("contacts:read"), schema: { querystring: listQuery } },
  async ({ query: { contact_list_uuid: list, limit, offset }, workspace }) => {
    const rows = list === undefined ? newest([workspace, limit, offset]) : ofList([workspace, limit, offset, list])
    return page(await rows, limit, offset)
  }
)

app.post<{
  Body: { advanced_search: ReadonlyArray<{ value: string }> }
  Querystring: { limit: number; offset: number }
}>(
  "/v1/contacts/search",
  { preHandler: allow("contacts:read"), schema: { querystring: pageQuery } },
  async ({ body: { advanced_search: filters }, query: { limit, offset }, workspace }) => {
    const wanted = (filters[0]?.value ?? "").toLowerCase().replace(/[\\%_]/g, "\\$&")
    return page(await emailContains([workspace, `%${wanted}%`, limit, offset]), limit, offset)
  }
)

app.post<{ Body: Record<string, string | null> }>(
  "/v1/contacts",
  { preHandler: allow("contacts:write"), schema: { body } },
  async (request, reply) => {
    const given = (name: string) => request.body[name]?.trim() || null
    if (identifiers.every((name) => given(name) === null)) return reply.code(422).send({ error: "no identifier" })
    const at = DateTime.makeUnsafe(now())
    const row = contactRow({
      workspaceUuid: WorkspaceUuid.make(request.workspace),
      uuid: ContactUuid.make(Effect.runSync(nextId)),
      firstName: given("first_name"),
      lastName: given("last_name"),
      externalContactId: given("external_contact_id"),
      email: given("email"),
      phoneNumber: given("phone_number"),
      chatappId: given("chatapp_id"),
      socialmsgId: given("socialmsg_id"),
      clientReference: given("client_reference"),
      archived: false,
      createdAt: at,
      updatedAt: at,
      lastEngagedAt: null,
      customFields: {}
    })
    await insert(columns.map((column) => row[column]))
    reply.code(201)
    return shown(Object.fromEntries(readColumns.split(", ").map((column) => [column, row[column]])))
  }
)

process.on("SIGTERM", () => void app.close().then(() => pool.end()))
process.stdout.write(`${await app.listen({ port: 0, host: "127.0.0.1" })}\n`)
