import { Api, toTokenPage, toTokenSecretResource } from "@rollcall/api"
import { AccessTokens } from "@rollcall/core"
import { slice, AccessTokenNotFound, allScopes } from "@rollcall/core/operations"
import { DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handleContacts } from "../handlers/Handlers.ts"
import { RequestFacts } from "../requests/RequestFacts.ts"

export const layer = HttpApiBuilder.group(Api, "tokens", (handlers) =>
  Effect.map(AccessTokens, (tokens) =>
    handleContacts(handlers, {
      list: Effect.fnUntraced(function* (caller, { query }) {
        return toTokenPage(yield* DateTime.now)(query)(slice(yield* tokens.list(caller), query))
      }),
      create: Effect.fnUntraced(function* (caller, _request, { expires_at: expiresAt, name, scopes }) {
        const held = yield* RequestFacts
        const maker = { scopes: held.scopes ?? allScopes, expiresAt: held.expiresAt ?? null }
        const made = yield* tokens.createFor(caller, { expiresAt, name, scopes }, maker)
        return toTokenSecretResource(made, yield* DateTime.now)
      }),
      revoke: Effect.fnUntraced(function* (caller, { params: { token_uuid: uuid } }) {
        if (!(yield* tokens.revoke(caller, uuid))) return yield* new AccessTokenNotFound({ uuid })
      })
    })
  )
)
