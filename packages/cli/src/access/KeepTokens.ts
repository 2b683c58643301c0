import type { TokenResource } from "@rollcall/api"
import { type AccessTokenUuid, Scope } from "@rollcall/core"
import { Console, DateTime, Effect, type Option, Redacted } from "effect"
import { print, type Printed } from "../screen/Output.ts"
import { table } from "../screen/Table.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { callIn, printItems } from "../targets/InTarget.ts"
import { itemsOf } from "../targets/Listing.ts"
import { readLiterals } from "../targets/LiteralList.ts"
import { readExpiry } from "./Expiry.ts"

interface TokenInput extends Printed {
  readonly name: string
  readonly scopes: Option.Option<string>
  readonly expires: Option.Option<string>
}

/** Creates a token and prints it, either as the only line of standard output or in JSON. It can't be shown again. */
export const createToken = Effect.fn("KeepTokens.create")(function* (
  { expires, json, name, scopes }: TokenInput,
  flags: AddressFlags
) {
  const payload = {
    name,
    expires_at: yield* readExpiry(expires),
    scopes: yield* readLiterals("--scopes", Scope.literals, scopes)
  }
  const made = yield* callIn(flags, (client) => client.tokens.create({ payload }), { make: true })
  const { token: redacted, ...shown } = made
  const token = Redacted.value(redacted)
  if (json) return yield* Console.log(JSON.stringify({ token, ...shown }))
  yield* Console.log(token)
  yield* Console.error(`Token ${shown.uuid} is shown only once. Store it now.`)
})

export const listTokens = (input: Printed, flags: AddressFlags) => {
  const listing = itemsOf("tokens", (client, query) => client.tokens.list({ query }))
  return printItems(flags, input, listing, { what: "tokens", tableOf: tokenTable })
}

/** Revokes a token. Idempotent. */
export const revokeToken = Effect.fn("KeepTokens.revoke")(function* (
  { json, uuid }: Printed & { readonly uuid: AccessTokenUuid },
  flags: AddressFlags
) {
  yield* callIn(flags, (client) => client.tokens.revoke({ params: { token_uuid: uuid } }))
  yield* print(json, { uuid, status: "revoked" }, () => `Token ${uuid} is revoked.`)
})

const timestamp = (at: DateTime.Utc | null): string => (at === null ? "never" : DateTime.formatIso(at))

const tokenTable = (tokens: ReadonlyArray<typeof TokenResource.Type>): string =>
  table(
    ["UUID", "Name", "Begins with", "Status", "Scopes", "Created", "Expires", "Last used"],
    tokens.map(({ bootstrap, created_at, expires_at, last_used_at, name, prefix, scopes, status, uuid }) => [
      uuid,
      name,
      prefix ?? "",
      `${status}${bootstrap ? " (bootstrap)" : ""}`,
      scopes.length === Scope.literals.length ? "all" : scopes.join(", "),
      timestamp(created_at),
      timestamp(expires_at),
      timestamp(last_used_at)
    ])
  )
