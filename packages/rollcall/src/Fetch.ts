import { InvalidInput, Scope, systemCaller, Workspaces, WorkspaceUuid } from "@rollcall/core"
import { issue } from "@rollcall/core/operations"
import { Effect, Predicate, Redacted, Schema } from "effect"
import { decode } from "./methods/Inputs.ts"

/** The caller of a request. */
export interface AuthorizedRequest {
  /** A workspace, or the name of one, which is created if there is none. */
  readonly workspace: string | { readonly uuid: string }
  /** The id of the user, any string of 1 to 255 characters; without it, the program itself. */
  readonly actor?: string | undefined
  /** What the request may do; without it, everything. */
  readonly scopes?: ReadonlyArray<Scope> | undefined
}

/** How the HTTP API is served. */
export interface HttpOptions {
  /** The beginning of every path, such as `/rollcall`. Without one the paths are those of the API. */
  readonly prefix?: `/${string}` | undefined
  /**
   * Returns the caller of a request, such as the user of a session; null is answered 401. It must not read the body.
   * Without it, requests carry the tokens that `accessTokens` makes.
   */
  readonly authorize?: ((request: Request) => AuthorizedRequest | null | Promise<AuthorizedRequest | null>) | undefined
  /** Whether `/docs` and `/openapi.json` are served: true by default. */
  readonly docs?: boolean | undefined
  /** Whether the console, a page for people, is served at `/console`: false by default. */
  readonly console?: boolean | undefined
  /**
   * How many requests a caller may make, a second and at once: as many as it likes by default. More are answered 429.
   * They are counted by token, or with `authorize` by workspace and actor.
   */
  readonly rateLimit?: { readonly perSecond: number; readonly burst: number } | undefined
  /**
   * How many requests a minute from one address may have no valid token: 60 by default, 0 for no limit. A `Request` has
   * no address but what trusted proxies say in `X-Forwarded-For`; without one there is no limit.
   */
  readonly failedAuthentications?: number | undefined
  /** How many proxies that set `X-Forwarded-For` every request comes through: 0 by default. */
  readonly trustedProxies?: number | undefined
  /** Bearer token for `GET /metrics`. Without it, `GET /metrics` answers 404. */
  readonly metricsToken?: string | undefined
}

const AuthorizedSchema = Schema.Struct({
  workspace: Schema.Union([Schema.String, Schema.Struct({ uuid: WorkspaceUuid })]),
  actor: Schema.optional(Schema.String),
  scopes: Schema.optional(Schema.Array(Scope))
})

/** The problem of an argument of `fetch` that isn't a `Request`; null for a `Request` of any library. */
export const notARequest = (given: unknown): string | null => {
  if (Predicate.isString(given) || given instanceof URL) {
    return `rollcall.fetch takes a Request: rollcall.fetch(new Request(${JSON.stringify(String(given))})).`
  }
  if (!Predicate.hasProperty(given, "headers") || !Predicate.hasProperty(given, "url")) {
    return "rollcall.fetch takes a Request."
  }
  return Predicate.hasProperty(given.headers, "get")
    ? null
    : "rollcall.fetch got a request of Node. Use toNodeHandler(rollcall) of rollcall/node, which takes the request and the response."
}

/** Refuses what `authorize` returned instead of an object, such as the name of the workspace. */
const notAuthorized = (returned: unknown) => {
  const kind = returned === undefined ? "undefined" : `a ${typeof returned}`
  const message = `must return an object such as { workspace: "clinic" }, or null to answer 401, not ${kind}`
  return new InvalidInput({ issues: [issue("dict_type", ["authorize"], message)] })
}

/** Makes the function that answers requests. Its package is loaded for it. */
export const makeFetch = Effect.fnUntraced(function* ({ authorize, metricsToken, ...options }: HttpOptions) {
  const { ensure } = yield* Workspaces
  const named = new Map<string, WorkspaceUuid>()
  const workspaceNamed = Effect.fnUntraced(function* (name: string) {
    const known = named.get(name)
    if (known !== undefined) return known
    const { uuid } = yield* ensure(name)
    named.set(name, uuid)
    return uuid
  })

  const { makeWebHandler } = yield* Effect.promise(() => import("@rollcall/http"))
  return yield* makeWebHandler({
    ...options,
    metrics: metricsToken === undefined ? undefined : { token: Redacted.make(metricsToken) },
    authorize:
      authorize &&
      Effect.fnUntraced(function* (request: Request) {
        const authorized = yield* Effect.tryPromise({
          try: async () => await authorize(request),
          catch: (error) => error
        })
        if (authorized === null) return null
        if (!Predicate.isObject(authorized)) return yield* notAuthorized(authorized)
        const { actor, scopes, workspace } = yield* decode(["authorize", AuthorizedSchema], {
          ...authorized,
          // A workspace of the library has its methods besides its uuid.
          ...(typeof authorized.workspace === "object" && { workspace: { uuid: authorized.workspace.uuid } })
        })
        const uuid = typeof workspace === "string" ? yield* workspaceNamed(workspace) : workspace.uuid
        return { ...systemCaller(uuid), ...(actor !== undefined && { actor }), scopes }
      })
  })
})
