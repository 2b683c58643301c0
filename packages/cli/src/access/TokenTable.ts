import { type AccessToken, Scope } from "@rollcall/core"
import { isValidAt } from "@rollcall/core/access"
import { DateTime } from "effect"
import { type Column, table } from "../screen/Table.ts"

const columns: ReadonlyArray<Column> = [
  { title: "UUID", align: "left" },
  { title: "Status", align: "left" },
  { title: "Scopes", align: "left" },
  { title: "Created", align: "left" },
  { title: "Expires", align: "left" }
]

/** Whether a token counts now, and why not. */
const statusOf = (token: AccessToken, now: DateTime.Utc): "valid" | "revoked" | "expired" =>
  token.revokedAt !== null ? "revoked" : isValidAt(token, now) ? "valid" : "expired"

/** A table of tokens. */
export const tokenTable = (tokens: ReadonlyArray<AccessToken>, now: DateTime.Utc): string =>
  table(
    columns,
    tokens.map((token) => [
      token.uuid,
      `${statusOf(token, now)}${token.bootstrap ? " (bootstrap)" : ""}`,
      token.scopes.length === Scope.literals.length ? "all" : token.scopes.join(", "),
      DateTime.formatIso(token.createdAt),
      token.expiresAt === null ? "never" : DateTime.formatIso(token.expiresAt)
    ])
  )

/** A token as JSON; its hash is left out. */
export const tokenJson = (token: AccessToken, now: DateTime.Utc) => ({
  uuid: token.uuid,
  status: statusOf(token, now),
  bootstrap: token.bootstrap,
  scopes: token.scopes,
  created_at: DateTime.formatIso(token.createdAt),
  expires_at: token.expiresAt === null ? null : DateTime.formatIso(token.expiresAt),
  revoked_at: token.revokedAt === null ? null : DateTime.formatIso(token.revokedAt)
})
