import type { Scope } from "@rollcall/core"
import { Context } from "effect"
import type * as Arr from "effect/Array"
import { OpenApi } from "effect/http-api"
import { RequiredScopes } from "./Authorization.ts"

/** Annotates an endpoint with the scopes that its caller's token needs, and with its OpenAPI documentation. */
export const operation = (scopes: Scope | Arr.NonEmptyReadonlyArray<Scope>, summary: string, description?: string) => {
  const required: Arr.NonEmptyReadonlyArray<Scope> = typeof scopes === "string" ? [scopes] : scopes
  const names = required.map((scope) => `\`${scope}\``).join(" and ")
  const needs = `Needs the scope${required.length === 1 ? "" : "s"} ${names}.`
  return Context.merge(
    Context.make(RequiredScopes, required),
    OpenApi.annotations({
      summary,
      description: description === undefined ? needs : `${description} ${needs}`
    })
  )
}
