import { WebhookUuid } from "@rollcall/core/operations"
import { type WebhookRef, WebhookStore } from "@rollcall/core/storage"
import type { Webhook } from "@rollcall/core/events"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { firstOf, insertRow, rowsOf } from "../database/Rows.ts"
import { claimDue, shortenWaits } from "./ClaimWebhooks.ts"
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

type Store = WebhookStore["Service"]

const webhooks = rowsOf(WebhookRow)
const oneWebhook = firstOf(WebhookRow)
const touched = firstOf(Schema.Struct({ uuid: WebhookUuid }))

const insert =
  (db: Db): Store["insert"] =>
  (stored) =>
    insertRow(db, "webhooks", webhookRecord(stored))

const list =
  (db: Db): Store["list"] =>
  (workspace) =>
    Effect.map(
      webhooks(
        db,
        db.sql`
          SELECT ${db.sql.csv(webhookColumns)} FROM ${db.table("webhooks")} WHERE workspace_uuid = ${workspace}
          ORDER BY created_at, uuid`
      ),
      (rows) => rows.map((row) => storedOf(row).webhook)
    )

const select = ({ sql, table }: Db, ref: WebhookRef) => sql`
  SELECT ${sql.csv(webhookColumns)} FROM ${table("webhooks")}
  WHERE workspace_uuid = ${ref.workspace} AND uuid = ${ref.webhook}`

const find =
  (db: Db): Store["find"] =>
  (ref) =>
    Effect.map(
      oneWebhook(db, select(db, ref)),
      Option.map((row) => storedOf(row).webhook)
    )

const lock =
  (db: Db): Store["lock"] =>
  (ref) =>
    Effect.map(
      oneWebhook(db, db.sql`${select(db, ref)} ${db.dialect.lockRows("update")}`),
      Option.map((row) => {
        const { secrets, webhook } = storedOf(row)
        return { secrets, webhook }
      })
    )

/** Returns the condition for a webhook's row. */
const isThis = ({ sql }: Db, { uuid, workspaceUuid }: Webhook) =>
  sql`workspace_uuid = ${workspaceUuid} AND uuid = ${uuid}`

/** Returns the later of the stored `updated_at` and the webhook's, which may predate a change by someone else. */
const updatedAt = ({ dialect, sql }: Db, webhook: Webhook) =>
  dialect.ofTwo("greatest", sql`updated_at`, sql`${DateTime.toEpochMillis(webhook.updatedAt)}`)

const save = (db: Db): Store["save"] => {
  const { mapErrors, sql, table } = db
  return ({ secrets, webhook }, due) => {
    const record = {
      ...chosenRecord(webhook),
      ...progressRecord(webhook),
      ...secretsRecord(secrets),
      ...dueRecord(due)
    }
    return Effect.asVoid(
      mapErrors(sql`
        UPDATE ${table("webhooks")}
        SET ${sql.update(record)}, updated_at = ${updatedAt(db, webhook)}, claim = claim + 1
        WHERE ${isThis(db, webhook)}`)
    )
  }
}

const saveSecrets = (db: Db): Store["saveSecrets"] => {
  const { mapErrors, sql, table } = db
  return ({ secrets, webhook }) =>
    Effect.asVoid(
      mapErrors(sql`
        UPDATE ${table("webhooks")}
        SET ${sql.update(secretsRecord(secrets))}, updated_at = ${updatedAt(db, webhook)}
        WHERE ${isThis(db, webhook)}`)
    )
}

const remove = (db: Db): Store["remove"] => {
  const { sql, table } = db
  return (ref) =>
    Effect.map(
      touched(
        db,
        sql`
          DELETE FROM ${table("webhooks")} WHERE workspace_uuid = ${ref.workspace} AND uuid = ${ref.webhook}
          RETURNING uuid`
      ),
      Option.isSome
    )
}

const record = (db: Db): Store["record"] => {
  const { sql, table } = db
  return ({ claim, webhook }, due) =>
    Effect.map(
      touched(
        db,
        sql`
          UPDATE ${table("webhooks")}
          SET ${sql.update({ ...progressRecord(webhook), ...dueRecord(due) })}, updated_at = ${updatedAt(db, webhook)}
          WHERE ${isThis(db, webhook)} AND claim = ${claim}
          RETURNING uuid`
      ),
      Option.isSome
    )
}

export const layer = Layer.effect(
  WebhookStore,
  Effect.map(Database, (db) =>
    WebhookStore.of({
      insert: insert(db),
      list: list(db),
      find: find(db),
      lock: lock(db),
      save: save(db),
      saveSecrets: saveSecrets(db),
      remove: remove(db),
      claimDue: claimDue(db),
      record: record(db),
      shortenWaits: shortenWaits(db)
    })
  )
)
