import type { TokenResource } from "@rollcall/api"
import { Scope } from "@rollcall/core"
import { DateTime } from "effect"
import { type Column, table } from "../screen/Table.ts"

/** A token as the API shows it. */
export type TokenView = typeof TokenResource.Type

const columns: ReadonlyArray<Column> = [
  { title: "UUID", align: "left" },
  { title: "Name", align: "left" },
  { title: "Begins with", align: "left" },
  { title: "Status", align: "left" },
  { title: "Scopes", align: "left" },
  { title: "Created", align: "left" },
  { title: "Expires", align: "left" },
  { title: "Last used", align: "left" }
]

const instant = (at: DateTime.Utc | null): string => (at === null ? "never" : DateTime.formatIso(at))

/** A table of tokens. */
export const tokenTable = (tokens: ReadonlyArray<TokenView>): string =>
  table(
    columns,
    tokens.map(({ bootstrap, created_at, expires_at, last_used_at, name, prefix, scopes, status, uuid }) => [
      uuid,
      name,
      prefix ?? "",
      `${status}${bootstrap ? " (bootstrap)" : ""}`,
      scopes.length === Scope.literals.length ? "all" : scopes.join(", "),
      instant(created_at),
      instant(expires_at),
      instant(last_used_at)
    ])
  )

const json = (at: DateTime.Utc | null): string | null => (at === null ? null : DateTime.formatIso(at))

/** A token as JSON, without the token itself. */
export const tokenJson = (token: TokenView) => ({
  uuid: token.uuid,
  name: token.name,
  prefix: token.prefix,
  status: token.status,
  bootstrap: token.bootstrap,
  scopes: token.scopes,
  actor_uuid: token.actor_uuid,
  created_at: json(token.created_at),
  expires_at: json(token.expires_at),
  revoked_at: json(token.revoked_at),
  last_used_at: json(token.last_used_at)
})
