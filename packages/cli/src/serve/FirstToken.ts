import { systemCaller, Workspaces, AccessTokens } from "@rollcall/core"
import { Console, Deferred, Effect, Redacted } from "effect"
import { reachable } from "./serving/Address.ts"

/** The workspace of the bootstrap token, of the first token, and of a channel with a single account. */
export const firstWorkspace = "default"

const ensureFirst = Workspaces.use(({ ensure }) => Effect.catchTag(ensure(firstWorkspace), "InvalidInput", Effect.die))

/** Stores the operator's token for the workspace `default`, with every scope. Idempotent. */
const adoptToken = Effect.fn("FirstToken.adoptToken")(function* (token: Redacted.Redacted) {
  const tokens = yield* AccessTokens
  const workspace = yield* ensureFirst
  yield* tokens.adopt(systemCaller(workspace.uuid), token)
})

/** Revokes the bootstrap token of an earlier start if a different token, or none, is configured now. Logs that. */
const keepBootstrap = Effect.fn("FirstToken.keepBootstrap")(function* (configured: Redacted.Redacted | null) {
  const tokens = yield* AccessTokens
  const { isValid, revoked } = yield* tokens.keepBootstrap(configured)
  if (revoked > 0) {
    yield* Effect.logWarning(
      "The bootstrap token of an earlier start is revoked, because it is no longer configured; " +
        "`rollcall tokens create` makes other tokens"
    )
  }
  if (configured !== null && !isValid) {
    yield* Effect.logWarning("ROLLCALL_BOOTSTRAP_TOKEN was revoked and has no access: set another token")
  }
})

/**
 * Makes requests wait for the bootstrap token. The token is stored only after the port is open, so that a refused start
 * doesn't store or revoke anything. Requests may arrive before that.
 */
export const makeEntrance = Effect.map(Deferred.make<void>(), (stored) => {
  let isOpen = false
  return {
    /** Makes requests to the app wait until `open` has run. If `open` fails, waiting and later requests are interrupted. */
    behind: <A, E, R>(app: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.suspend(() => (isOpen ? app : Effect.andThen(Deferred.await(stored), app))),

    /** Stores the configured token, if any, and revokes the token of an earlier start. */
    open: (configured: Redacted.Redacted | undefined) =>
      Effect.gen(function* () {
        if (configured !== undefined) yield* adoptToken(configured)
        yield* keepBootstrap(configured ?? null)
        isOpen = true
        yield* Deferred.succeed(stored, undefined)
      }).pipe(Effect.onError(() => Deferred.interrupt(stored)))
  }
})

/** Creates a token if the store has none, and prints it to standard output. It can't be shown again. */
export const makeFirstToken = Effect.fn("FirstToken.makeFirstToken")(function* (url: string, hasConsole: boolean) {
  const tokens = yield* AccessTokens
  if (yield* tokens.hasAny) return
  const workspace = yield* ensureFirst
  const { token } = yield* Effect.catchTag(
    tokens.create(systemCaller(workspace.uuid), { name: "first token" }),
    "InvalidInput",
    Effect.die
  )
  yield* Console.log(introduction(Redacted.value(token), url, hasConsole))
})

const introduction = (token: string, url: string, hasConsole: boolean): string => `
No token was there, so one was made. It opens everything in the workspace "${firstWorkspace}".
It is shown this once and stored only as a hash, so keep it now:

  ${token}
${
  hasConsole
    ? `
See contacts and send broadcasts, on a page that asks for it:

  ${reachable(url)}/console
`
    : ""
}
Try it:

  curl -H "Authorization: Bearer ${token}" ${reachable(url)}/v1/contacts

Read the API, and call it, on a page:

  ${reachable(url)}/docs
`
