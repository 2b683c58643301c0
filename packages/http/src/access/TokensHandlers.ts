import {
  Api,
  CurrentCaller,
  TokenPage,
  TokenSecretResource,
  toTokenResource,
  toTokenSecretResource
} from "@rollcall/api"
import { AccessTokens } from "@rollcall/core"
import { AccessTokenNotFound, allScopes } from "@rollcall/core/access"
import { slice } from "@rollcall/core/shared"
import { DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handler } from "../errors/ContactsAnswers.ts"
import { bodyOf } from "../requests/RequestCheck.ts"
import { RequestFacts } from "../requests/RequestFacts.ts"
import { jsonAnswer } from "../system/JsonAnswer.ts"

const aPage = jsonAnswer(TokenPage)
const newSecret = jsonAnswer(TokenSecretResource, 201)

/** The handlers of the tokens group. */
export const layer = HttpApiBuilder.group(
  Api,
  "tokens",
  Effect.fnUntraced(function* (handlers) {
    const tokens = yield* AccessTokens

    return handlers
      .handleAll({
        list: handler(function* ({ query: page }) {
          const { workspace } = yield* CurrentCaller
          const { items, total } = slice(yield* tokens.list(workspace), page)
          const now = yield* DateTime.now
          return aPage({
            tokens: items.map((token) => toTokenResource(token, now)),
            pagination: { ...page, total }
          })
        }),
        revoke: handler(function* ({ params: { token_uuid: uuid } }) {
          const { workspace } = yield* CurrentCaller
          if (!(yield* tokens.revoke(workspace, uuid))) return yield* new AccessTokenNotFound({ uuid })
        })
      })
      .handleRaw(
        "create",
        handler(function* ({ endpoint }) {
          const { expires_at: expiresAt, name, scopes } = yield* bodyOf(endpoint)
          const { workspace } = yield* CurrentCaller
          const caller = yield* RequestFacts
          const maker = { scopes: caller.scopes ?? allScopes, expiresAt: caller.expiresAt ?? null }
          const made = yield* tokens.createFor(workspace, { expiresAt, name, scopes }, maker)
          return newSecret(toTokenSecretResource(made, yield* DateTime.now))
        })
      )
  })
)
