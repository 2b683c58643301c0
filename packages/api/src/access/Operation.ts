import type { Scope } from "@rollcall/core"
import { Context } from "effect"
import { OpenApi } from "effect/http-api"
import { RequiredScope } from "./Authorization.ts"

/** Annotates an endpoint with the scope that its caller's token must have (A2), and with what the documents say of it. */
export const operation = (scope: Scope, summary: string, description?: string) => {
  const needs = `Needs the scope \`${scope}\`.`
  return Context.merge(
    Context.make(RequiredScope, scope),
    OpenApi.annotations({
      summary,
      description: description === undefined ? needs : `${description} ${needs}`
    })
  )
}
