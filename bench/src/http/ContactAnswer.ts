import { readColumns } from "../stores/ContactRows.ts"
import { parse } from "../stores/Connection.ts"

/** A row of a database, by column. */
export type Row = Readonly<Record<string, unknown>>

/** The keys of the archived fields of a workspace, whose values a contact does not show. */
export const hidden = `(SELECT json_agg(field_key) FROM custom_fields WHERE workspace_uuid = $1 AND status = 'archived') AS hidden`

/** The row of a token, by its hash and the current time. */
export const tokenByHash = `SELECT workspace_uuid, scopes FROM access_tokens
   WHERE hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`

/** The row of a contact, by its workspace and uuid. */
export const contactByUuid = `SELECT ${readColumns}, ${hidden} FROM contacts WHERE workspace_uuid = $1 AND uuid = $2`

/** The rows of contacts, each with the place of the question that asked for it, by lists of workspaces and uuids. */
export const contactsByUuids = `SELECT asked.place, ${readColumns}, hidden.hidden
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS asked(in_workspace, asked_uuid, place)
   JOIN contacts ON workspace_uuid = in_workspace AND uuid = asked_uuid
   CROSS JOIN LATERAL (
     SELECT json_agg(field_key) AS hidden FROM custom_fields
     WHERE custom_fields.workspace_uuid = in_workspace AND status = 'archived'
   ) AS hidden`

/** The rows of contacts whose e-mail contains a text, by workspace, pattern, limit and offset; each with their number. */
export const contactsByEmail = `SELECT ${readColumns}, ${hidden}, count(*) OVER () AS total FROM contacts
   WHERE workspace_uuid = $1 AND email_folded LIKE $2 ORDER BY created_at DESC, uuid DESC LIMIT $3 OFFSET $4`

/** A page of rows as the API shows it. */
export const page = (rows: ReadonlyArray<Row>, limit: number, offset: number) => ({
  contacts: rows.map(shown),
  pagination: { limit, offset, total: Number(rows[0]?.["total"] ?? 0) }
})

/** A row as the API shows it. Columns of instants are numbers, or what makes one. */
export const shown = ({ hidden, total: _total, client_reference: _reference, ...row }: Row) => {
  const custom = parse(String(row["custom_fields"]))
  if (Array.isArray(hidden) && typeof custom === "object" && custom !== null) {
    for (const key of hidden) Reflect.deleteProperty(custom, String(key))
  }
  const instant = (value: unknown) =>
    value === null || value === undefined ? null : new Date(Number(value)).toISOString()
  return {
    ...row,
    archived: row["archived"] === 1,
    created_at: instant(row["created_at"]),
    updated_at: instant(row["updated_at"]),
    last_engaged_at: instant(row["last_engaged_at"]),
    custom_fields: custom
  }
}
