import { AccessToken, Scope } from "@rollcall/core"
import { Schema } from "effect"
import { storedAs, tableOf } from "../database/Rows.ts"

/** Tokens as rows of `access_tokens`; the scopes are a JSON array. */
export const tokenTable = tableOf({
  ...storedAs(AccessToken.fields),
  scopes: Schema.fromJsonString(Schema.Array(Scope))
})
