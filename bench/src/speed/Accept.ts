import type { MessageParameters } from "@rollcall/core/channel"
import { nextId } from "@rollcall/core/operations"
import { Clock, Effect } from "effect"
import { bodyOf, later, reminder } from "../load/Requests.ts"
import { ownTime, timeOf } from "../ProcessorTime.ts"
import { compare, timed } from "../Rounds.ts"
import { acceptBroadcast, startServer } from "../Server.ts"
import { type Columns, type Connection, given, inTransaction, listsOf, type Row } from "./Connection.ts"
import { workspace } from "./Population.ts"
import { agree, type Store } from "./Store.ts"

/** Measures the time from a request to its 202. The rival parses the same JSON and writes the same rows. */
export const acceptOf = Effect.fnUntraced(function* (
  { connection, database }: Store,
  recipients: number,
  rounds: number,
  most: number
) {
  const server = yield* startServer(database)
  const body = bodyOf({ ...reminder(recipients, (index) => `reminder ${index}`), scheduledFor: later })
  const library = acceptBroadcast(server, body)
  const byHand = accepting(connection, body)
  const find = connection.prepare(recipientsOf)
  const accepted = yield* find([yield* library])
  yield* agree("accept", accepted, yield* find([yield* byHand]))
  yield* agree("accepted recipients", [accepted.length], [recipients])
  return yield* compare({
    library: { run: timed(library), spent: () => timeOf(server.pid) },
    rival: { run: timed(byHand), spent: ownTime },
    database: database.processorTime,
    rounds,
    wanted: { time: most }
  })
}, Effect.scoped)

interface Body {
  readonly parameters: { readonly body_order: ReadonlyArray<string> }
  readonly recipients: ReadonlyArray<{ identifier: string; client_reference: string; parameters: { body: Values } }>
}

type Values = Readonly<Record<string, string>>

const parse: (text: string) => Body = JSON.parse

const texts = { identifier: "text", client_reference: "text", parameters: "text" } as const
const columns: Columns = { uuid: "uuid", position: "integer", ...texts }

/** Inserts a scheduled broadcast. Its parameters are the workspace, a uuid, the time, and the number of recipients. */
export const insertBroadcast = `
  INSERT INTO broadcasts (
    workspace_uuid, uuid, created_by, channel_type, name, template_name, locale, sender, category, version, status,
    scheduled_at, created_at, recipients, look_at, is_complete
  ) VALUES ($1, $2, $1, 'chatapp', 'Bench', 'appointment_reminder', 'en', '4915112345678', 'marketing', 1, 'scheduled',
    4070908800000, $3, $4, 4070908800000, 1)`

/** Inserts a broadcast's recipient counts. On SQLite, triggers do this. */
export const insertCounts = `
  INSERT INTO recipient_counts (workspace_uuid, broadcast_uuid, sent, delivered, read, rejected, failed, unfinished)
  VALUES ($1, $2, 0, 0, 0, 0, 0, $3)`

/** Writes a scheduled broadcast and all its recipients in one transaction, without validation. */
const accepting = (connection: Connection, text: string) => {
  const addBroadcast = connection.prepare(insertBroadcast)
  const names = Object.keys(columns).join()
  const addRecipients = connection.prepare(`
    INSERT INTO broadcast_recipients (workspace_uuid, broadcast_uuid, updated_at, status, attempt, retries, ${names})
    SELECT $1, $2, $3, 'pending', 0, 0, ${names} FROM ${given(columns, 4)}`)
  const addCounts = connection.prepare(insertCounts)
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
    const write = Effect.gen(function* () {
      yield* addBroadcast([workspace, broadcast, now, rows.length])
      yield* addRecipients([workspace, broadcast, now, ...listsOf(columns, rows)])
      yield* addCounts([workspace, broadcast, rows.length])
      return broadcast
    })
    return yield* inTransaction(connection, write)
  })
}

/** Selects all columns of a broadcast's recipients except uuids and timestamps, in order. */
const recipientsOf = `
  SELECT position, identifier, client_reference, parameters, status, reason, error, message_id, attempt, retries,
    not_before, lease_until, sent_at, delivered_at, read_at
  FROM broadcast_recipients WHERE broadcast_uuid = $1 ORDER BY position`
