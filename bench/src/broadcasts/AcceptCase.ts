import type { MessageParameters } from "@rollcall/core/channel"
import { nextId } from "@rollcall/core/shared"
import { Clock, Effect } from "effect"
import { agree, timedCase } from "../Case.ts"
import { startServer } from "../Processes.ts"
import { type Columns, type Connection, insertion, type Row } from "../stores/Connection.ts"
import { Accepted, bodyOf, later, reminder } from "./Requests.ts"

/** From a request until its 202, beside parsing the same text and writing the same rows. */
export const acceptCase = timedCase({
  name: "broadcast: accept 50,000",
  limits: [{ of: "median", is: "<=", value: 1.3 }],
  sides: Effect.fnUntraced(function* ({ population: { workspace }, rival, url }, { recipients }) {
    const server = yield* startServer(url)
    const text = bodyOf({ ...reminder(recipients, (index) => `reminder ${index}`), scheduledFor: later })
    const body = new TextEncoder().encode(text)
    const library = Effect.map(server.post("/broadcasts", body, 202, Accepted), ({ uuid }) => uuid)
    const byHand = rival && accepting(rival.connection, workspace, text)
    if (rival && byHand) {
      const find = rival.connection.prepare(recipientsOf)
      const accepted = yield* find([yield* library])
      yield* agree("broadcast: accept", accepted, yield* find([yield* byHand]))
      yield* agree("broadcast: accepted recipients", [accepted.length], [recipients])
    }
    return { library: () => library, rival: byHand && (() => byHand) }
  })
})

interface Body {
  readonly parameters: { readonly body_order: ReadonlyArray<string> }
  readonly recipients: ReadonlyArray<{ identifier: string; client_reference: string; parameters: { body: Values } }>
}

type Values = Readonly<Record<string, string>>

const parse: (text: string) => Body = JSON.parse

const texts = { identifier: "text", client_reference: "text", parameters: "text" } as const
const columns: Columns = { uuid: "uuid", position: "integer", ...texts }

/** Counts new recipients of a broadcast, which triggers do on SQLite. */
export const countPending = (connection: Connection) => {
  if (connection.dialect === "sqlite") return () => Effect.void
  const insert = connection.prepare(`
    INSERT INTO recipient_counts (workspace_uuid, broadcast_uuid, sent, delivered, read, rejected, failed, unfinished)
    VALUES ($1, $2, 0, 0, 0, 0, 0, $3)`)
  return (workspace: string, broadcast: string, recipients: number) =>
    Effect.asVoid(insert([workspace, broadcast, recipients]))
}

/** Writes a scheduled broadcast and all its recipients, which are all taken for valid, in one transaction. */
const accepting = (connection: Connection, workspace: string, text: string) => {
  const insertBroadcast = connection.prepare(`
    INSERT INTO broadcasts (
      workspace_uuid, uuid, created_by, channel_type, name, template_name, locale, sender, category, version, status,
      scheduled_at, created_at, recipients, look_at, is_complete
    ) VALUES ($1, $2, $1, 'chatapp', 'Bench', 'appointment_reminder', 'en', '4915112345678', 'marketing', 1, 'scheduled',
      4070908800000, $3, $4, 4070908800000, 1)`)
  const shared = { workspace_uuid: "$1", broadcast_uuid: "$2", updated_at: "$3" }
  const initial = { status: "'pending'", attempt: "0", retries: "0" }
  const insertRecipients = connection.prepareRows(
    insertion("broadcast_recipients", columns, { ...shared, ...initial }, 4)
  )
  const count = countPending(connection)
  return Effect.gen(function* () {
    const { parameters, recipients } = parse(text)
    const rows: Array<Row> = []
    for (const [index, recipient] of recipients.entries()) {
      const message: MessageParameters = {
        header: null,
        body: parameters.body_order.map((name) => recipient.parameters.body[name] ?? ""),
        buttons: [],
        cards: null
      }
      rows.push({
        uuid: yield* nextId,
        position: index + 1,
        identifier: recipient.identifier,
        client_reference: recipient.client_reference,
        parameters: JSON.stringify(message)
      })
    }
    const [broadcast, now] = [yield* nextId, yield* Clock.currentTimeMillis]
    yield* connection.begin
    yield* insertBroadcast([workspace, broadcast, now, rows.length])
    yield* insertRecipients(rows, [workspace, broadcast, now])
    yield* count(workspace, broadcast, rows.length)
    yield* connection.commit
    return broadcast
  })
}

/** Everything but uuids and instants of a broadcast's recipients, in their order. */
const recipientsOf = `
  SELECT position, identifier, client_reference, parameters, status, reason, error, message_id, attempt, retries,
    not_before, lease_until, sent_at, delivered_at, read_at
  FROM broadcast_recipients WHERE broadcast_uuid = $1 ORDER BY position`
