import type { Webhook } from "@rollcall/core/events"
import { type WebhookRef, WebhookStore } from "@rollcall/core/storage"
import { Array as Arr, DateTime, Option } from "effect"
import { storeLayer } from "../database/Database.ts"
import { firstOf, hasRow, insertRow, readAs, rowsOf } from "../database/Rows.ts"
import { shortenWaits } from "../shared/DueRows.ts"
import { claimDue } from "./ClaimWebhooks.ts"
import {
  chosenRecord,
  dueRecord,
  progressRecord,
  secretsRecord,
  storedOf,
  webhookColumns,
  webhookRecord,
  WebhookRow
} from "./WebhookRow.ts"

const webhooks = readAs(
  rowsOf(WebhookRow),
  Arr.map((row) => storedOf(row).webhook)
)
const stored = readAs(firstOf(WebhookRow), Option.map(storedOf))
const webhook = readAs(
  stored,
  Option.map(({ webhook }) => webhook)
)
const withSecrets = readAs(
  stored,
  Option.map(({ secrets, webhook }) => ({ secrets, webhook }))
)

export const layer = storeLayer(WebhookStore, (db) => {
  const { dialect, run, sql, table } = db
  const columns = sql.csv(webhookColumns)
  const is = ({ webhook, workspace }: WebhookRef) => sql`workspace_uuid = ${workspace} AND uuid = ${webhook}`
  const refOf = ({ uuid, workspaceUuid }: Webhook) => ({ workspace: workspaceUuid, webhook: uuid })

  /** Returns the later of the stored `updated_at` and the webhook's, which may predate a change by someone else. */
  const updatedAt = (webhook: Webhook) =>
    dialect.ofTwo("greatest", sql`updated_at`, sql`${DateTime.toEpochMillis(webhook.updatedAt)}`)

  return {
    insert: (stored) => insertRow(db, "webhooks", webhookRecord(stored)),

    list: (workspace) =>
      webhooks(db)(sql`
        SELECT ${columns} FROM ${table("webhooks")} WHERE workspace_uuid = ${workspace} ORDER BY created_at, uuid`),

    find: (ref) => webhook(db)(sql`SELECT ${columns} FROM ${table("webhooks")} WHERE ${is(ref)}`),

    lock: (ref) =>
      withSecrets(db)(sql`
        SELECT ${columns} FROM ${table("webhooks")} WHERE ${is(ref)} ${dialect.lockRows("update")}`),

    save: ({ secrets, webhook }, due) => {
      const record = {
        ...chosenRecord(webhook),
        ...progressRecord(webhook),
        ...secretsRecord(secrets),
        ...dueRecord(due)
      }
      return run(sql`
        UPDATE ${table("webhooks")}
        SET ${sql.update(record)}, updated_at = ${updatedAt(webhook)}, claim = claim + 1
        WHERE ${is(refOf(webhook))}`)
    },

    saveSecrets: ({ secrets, webhook }) =>
      run(sql`
        UPDATE ${table("webhooks")}
        SET ${sql.update(secretsRecord(secrets))}, updated_at = ${updatedAt(webhook)}
        WHERE ${is(refOf(webhook))}`),

    remove: (ref) => hasRow(db)(sql`DELETE FROM ${table("webhooks")} WHERE ${is(ref)} RETURNING uuid`),

    claimDue: claimDue(db),

    record: ({ claim, webhook }, due) =>
      hasRow(db)(sql`
        UPDATE ${table("webhooks")}
        SET ${sql.update({ ...progressRecord(webhook), ...dueRecord(due) })}, updated_at = ${updatedAt(webhook)}
        WHERE ${is(refOf(webhook))} AND claim = ${claim}
        RETURNING uuid`),

    shortenWaits: shortenWaits(db, { from: "webhooks" })
  }
})
