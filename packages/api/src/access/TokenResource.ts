import { AccessToken, type AccessTokenWithSecret, tokenStatusAt, described } from "@rollcall/core/operations"
import { type DateTime, Redacted, Schema, Struct } from "effect"
import { pageOf, Pagination } from "../requests/Paging.ts"
import { spelled } from "../requests/WireNames.ts"

const shown = spelled({
  ...Struct.omit(AccessToken.fields, ["workspaceUuid", "hash"]),
  status: described(Schema.Literals(["valid", "revoked", "expired"]), "Whether the token is valid now.")
})

/** A token in the API's format, without its secret. */
export const TokenResource = Schema.Struct(shown.fields).annotate({
  identifier: "Token",
  description: "A token of the workspace. The token itself is stored only as a hash, and is not shown."
})

/** A token in the API's format, including its secret. */
export const TokenSecretResource = Schema.Struct({
  ...shown.fields,
  token: described(
    Schema.RedactedFromValue(Schema.String),
    "The token for `Authorization: Bearer`. It is shown only once."
  )
}).annotate({ identifier: "TokenWithSecret", description: "A token with its secret, which is shown only once." })

export const TokenPage = Schema.Struct({
  tokens: described(Schema.Array(TokenResource), "The tokens of the page."),
  pagination: Pagination
}).annotate({ identifier: "TokenPage", description: "A page of tokens." })

/** Encodes a token, with its status at the time `now`. */
const toTokenResource = (token: AccessToken, now: DateTime.Utc): typeof TokenResource.Encoded =>
  shown.encode({ ...token, status: tokenStatusAt(token, now) })

/** Encodes a page of tokens, with their status at the time `now`. */
export const toTokenPage = (now: DateTime.Utc) => pageOf("tokens", (token: AccessToken) => toTokenResource(token, now))

/** Encodes a token, including its secret. */
export const toTokenSecretResource = (
  { record, token }: AccessTokenWithSecret,
  now: DateTime.Utc
): typeof TokenSecretResource.Encoded => ({ ...toTokenResource(record, now), token: Redacted.value(token) })
