import { AccessTokens } from "@rollcall/core"
import { Console, Effect, Redacted } from "effect"

/** The workspace of the bootstrap token and of the first token. */
const workspaceName = "default"

/** Tokens shorter than this are easier to guess than those that the server makes. */
const comfortableLength = 32

/** Makes the operator's token one of the workspace `default` that opens everything. Doing it again changes nothing. */
export const adoptToken = Effect.fn("FirstToken.adoptToken")(function* (token: Redacted.Redacted) {
  const tokens = yield* AccessTokens
  const workspace = yield* tokens.ensureWorkspace(workspaceName)
  yield* tokens.adopt(workspace.uuid, token)
  if (Redacted.value(token).length < comfortableLength) {
    yield* Effect.logWarning(`ROLLCALL_BOOTSTRAP_TOKEN has fewer than ${comfortableLength} characters: easy to guess`)
  }
})

/** Makes a token if the store has none, and shows it on standard output: the only time that it is seen (A2). */
export const makeFirstToken = Effect.fn("FirstToken.makeFirstToken")(function* (url: string) {
  const tokens = yield* AccessTokens
  if (yield* tokens.hasAny) return
  const workspace = yield* tokens.ensureWorkspace(workspaceName)
  const { token } = yield* tokens.create({ workspace: workspace.uuid })
  yield* Console.log(introduction(Redacted.value(token), url))
})

const introduction = (token: string, url: string): string => `
No token was there, so one was made. It opens everything in the workspace "${workspaceName}".
It is shown this once and stored only as a hash, so keep it now:

  ${token}

Try it:

  curl -H "Authorization: Bearer ${token}" ${reachable(url)}/v1/contacts
`

/** An address to call where the server listens on all of them. */
const reachable = (url: string): string => url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")
