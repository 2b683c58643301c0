import { type AccessTokenUuid, Scope } from "@rollcall/core"
import { Console, Effect, type Option, Redacted } from "effect"
import { print } from "../screen/Output.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { pageLimit } from "../targets/CustomFieldList.ts"
import { inTarget } from "../targets/InTarget.ts"
import { readLiterals } from "../targets/LiteralList.ts"
import { call, read } from "../targets/Target.ts"
import { readExpiry } from "./Expiry.ts"
import { tokenJson, tokenTable, type TokenView } from "./TokenTable.ts"

/** What a token is made with. */
export interface TokenInput {
  readonly name: string
  readonly scopes: Option.Option<string>
  readonly expires: Option.Option<string>
  readonly json: boolean
}

/** Makes a token and prints it, this once: alone on standard output, or in JSON. */
export const createToken = Effect.fn("KeepTokens.create")(function* (
  { expires, json, name, scopes }: TokenInput,
  flags: AddressFlags
) {
  const payload = {
    name,
    expires_at: yield* readExpiry(expires),
    scopes: yield* readLiterals("--scopes", Scope.literals, scopes)
  }
  const made = yield* inTarget(
    flags,
    call((client) => client.tokens.create({ payload })),
    { make: true }
  )
  const token = Redacted.value(made.token)
  if (json) return yield* Console.log(JSON.stringify({ token, ...tokenJson(made) }))
  yield* Console.log(token)
  yield* Console.error(`Token ${made.uuid} is shown this once and stored only as a hash: keep it now.`)
})

/** Prints the tokens of a workspace, as a table or as JSON. */
export const listTokens = Effect.fn("KeepTokens.list")(function* (json: boolean, flags: AddressFlags) {
  const tokens = yield* inTarget(
    flags,
    Effect.gen(function* () {
      const found: Array<TokenView> = []
      for (;;) {
        const query = { limit: pageLimit, offset: found.length }
        const { pagination, tokens } = yield* read((client) => client.tokens.list({ query }))
        found.push(...tokens)
        if (tokens.length === 0 || found.length >= pagination.total) return found
      }
    })
  )
  yield* print(json, tokens.map(tokenJson), () => (tokens.length === 0 ? "No tokens are found." : tokenTable(tokens)))
})

/** Revokes a token. May be repeated. */
export const revokeToken = Effect.fn("KeepTokens.revoke")(function* (
  uuid: AccessTokenUuid,
  json: boolean,
  flags: AddressFlags
) {
  yield* inTarget(
    flags,
    call((client) => client.tokens.revoke({ params: { token_uuid: uuid } }))
  )
  yield* print(json, { uuid, status: "revoked" }, () => `Token ${uuid} is revoked.`)
})
