import type { WorkspaceUuid } from "@rollcall/core"
import { endOfWait, inTurn, type WebhookRef, WebhookStore } from "@rollcall/core/storage"
import type { Webhook } from "@rollcall/core/events"
import { DateTime, Effect, Option } from "effect"
import { storeLayer } from "../database/Database.ts"
import { createdAt, orConflict, orderBy } from "../database/Rows.ts"
import { longAgo, type Tables, webhookDueAt, type WebhookRow } from "../database/Tables.ts"

export const layer = storeLayer(WebhookStore, ({ read, write }) => ({
  insert: (stored) =>
    write(({ webhooks }) => {
      const { uuid, workspaceUuid } = stored.webhook
      if (webhooks.all().some(({ webhook }) => webhook.uuid === uuid)) return false
      return webhooks.insert(workspaceUuid, uuid, {
        ...stored,
        ...{ claim: 0, claimedAt: longAgo, due: { at: null, onEvents: true } }
      })
    }).pipe(Effect.flatMap(orConflict)),

  list: (workspace: WorkspaceUuid) =>
    read(({ webhooks }) =>
      webhooks
        .rows(workspace)
        .map(({ webhook }) => webhook)
        .toSorted(orderBy(createdAt))
    ),

  find: (ref) => read((tables) => Option.fromUndefinedOr(rowOf(tables, ref)?.webhook)),

  // A transaction is the only writer until it ends, so its reads are already locked.
  lock: (ref) =>
    read((tables) =>
      Option.map(Option.fromUndefinedOr(rowOf(tables, ref)), ({ secrets, webhook }) => ({ secrets, webhook }))
    ),

  save: (stored, due) =>
    write((tables) => {
      const row = rowOf(tables, refOf(stored.webhook))
      if (row !== undefined) put(tables, { ...row, ...stored, claim: row.claim + 1, due })
    }),

  saveSecrets: ({ secrets, webhook }) =>
    write((tables) => {
      const row = rowOf(tables, refOf(webhook))
      if (row === undefined) return
      put(tables, { ...row, webhook: { ...row.webhook, updatedAt: webhook.updatedAt }, secrets })
    }),

  remove: ({ webhook, workspace }) => write(({ webhooks }) => webhooks.remove(workspace, webhook)),

  claimDue: ({ lease, ...turns }) =>
    write((tables, now) => {
      const due = tables.webhooks.all().filter((row) => {
        const at = webhookDueAt(tables, row)
        return at !== null && DateTime.isLessThanOrEqualTo(at, now)
      })
      return inTurn(due, turns).map(({ claim, secrets, webhook }) => {
        const claimed = { webhook, secrets, claim: claim + 1 }
        put(tables, { ...claimed, claimedAt: now, due: { at: DateTime.addDuration(now, lease), onEvents: false } })
        return { ...claimed, at: now }
      })
    }),

  record: ({ claim, webhook }, due) =>
    write((tables) => {
      const row = rowOf(tables, refOf(webhook))
      if (row === undefined || row.claim !== claim) return false
      const updatedAt = DateTime.max(row.webhook.updatedAt, webhook.updatedAt)
      put(tables, { ...row, webhook: { ...webhook, updatedAt }, due })
      return true
    }),

  shortenWaits: (longest) =>
    write((tables, now) => {
      for (const row of tables.webhooks.all()) {
        if (row.due.at === null) continue
        const at = endOfWait(row.due.at, longest, now)
        if (at !== row.due.at) put(tables, { ...row, due: { ...row.due, at } })
      }
    })
}))

const refOf = ({ uuid, workspaceUuid }: Webhook): WebhookRef => ({ workspace: workspaceUuid, webhook: uuid })

const rowOf = ({ webhooks }: Tables, { webhook, workspace }: WebhookRef): WebhookRow | undefined =>
  webhooks.get(workspace, webhook)

const put = ({ webhooks }: Tables, row: WebhookRow): void =>
  webhooks.set(row.webhook.workspaceUuid, row.webhook.uuid, row)
