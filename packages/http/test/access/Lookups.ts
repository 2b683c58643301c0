import type { AccessTokens } from "@rollcall/core"
import type { RoutesOptions } from "@rollcall/http"
import { Effect } from "effect"
import { makeApp, type Sent, verifyHash } from "../App.ts"
import { agreeing } from "../Stubs.ts"

/** The routes over services that do whatever they are asked, with the tokens that were looked up. */
export const makeCountedApp = Effect.fnUntraced(function* (
  options: RoutesOptions<Request, never>,
  verify: AccessTokens["Service"]["verifyHash"] = verifyHash
) {
  const lookups: Array<string> = []
  const send = yield* makeApp({
    ...agreeing,
    options,
    tokens: { ...agreeing.tokens, verifyHash: (hash) => Effect.suspend(() => (lookups.push(hash), verify(hash))) }
  })
  /** Sends as many requests one after the other, and returns their statuses. */
  const statuses = (times: number, sent: Sent = {}) =>
    Effect.forEach(Array.from({ length: times }), () =>
      Effect.map(send("GET", "/v1/contacts", sent), ({ status }) => status)
    )
  return { lookups, send, statuses }
})
