import { InvalidInput, Scope, systemCaller, Workspaces, WorkspaceUuid } from "@rollcall/core"
import { issue } from "@rollcall/core/operations"
import { Effect, Predicate, Redacted, Schema } from "effect"
import { decode } from "./methods/Inputs.ts"

/** The caller of a request. */
export interface AuthorizedRequest {
  /** A workspace, or its name. A workspace that does not exist is created. */
  readonly workspace: string | { readonly uuid: string }
  /** The id of the user, any string of 1 to 255 characters. Default: the program itself. */
  readonly actor?: string | undefined
  /** The scopes of the request. Default: all. */
  readonly scopes?: ReadonlyArray<Scope> | undefined
}

/** Options of the HTTP API. */
export interface HttpOptions {
  /** The prefix of every path, such as `/rollcall`. Default: none. */
  readonly prefix?: `/${string}` | undefined
  /**
   * Returns the caller of a request, such as the user of a session, or null for a 401 response. It must not read the
   * body. Default: requests need a token of `accessTokens`.
   */
  readonly authorize?: ((request: Request) => AuthorizedRequest | null | Promise<AuthorizedRequest | null>) | undefined
  /** Whether `/docs` and `/openapi.json` are served. Default: true. */
  readonly docs?: boolean | undefined
  /** Whether the console is served at `/console`. Default: false. */
  readonly console?: boolean | undefined
  /**
   * The rate limit of each caller: requests per second, and the burst. Further requests return 429. Default: no limit.
   * Callers are counted by token, or with `authorize` by workspace and actor.
   */
  readonly rateLimit?: { readonly perSecond: number; readonly burst: number } | undefined
  /**
   * The most requests per minute from one address without a valid token. Default: 60; 0 for no limit. The address comes
   * from `X-Forwarded-For`, as set by trusted proxies. Without an address, there is no limit.
   */
  readonly failedAuthentications?: number | undefined
  /** The number of proxies in front of this process that set `X-Forwarded-For`. Default: 0. */
  readonly trustedProxies?: number | undefined
  /** The bearer token of `GET /metrics`. Default: none, so `GET /metrics` returns 404. */
  readonly metricsToken?: string | undefined
}

const AuthorizedSchema = Schema.Struct({
  workspace: Schema.Union([Schema.String, Schema.Struct({ uuid: WorkspaceUuid })]),
  actor: Schema.optional(Schema.String),
  scopes: Schema.optional(Schema.Array(Scope))
})

/**
 * Returns the error message for an argument of `fetch` that isn't a `Request`, or null for a `Request` of any library.
 */
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

/** Rejects a result of `authorize` that isn't an object, such as the name of the workspace. */
const notAuthorized = (returned: unknown) => {
  const kind = returned === undefined ? "undefined" : `a ${typeof returned}`
  const message = `must return an object such as { workspace: "clinic" }, or null to answer 401, not ${kind}`
  return new InvalidInput({ issues: [issue("dict_type", ["authorize"], message)] })
}

/** Makes the function that handles requests. Loads the package of the HTTP API. */
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
          // A workspace object also has methods. Only its uuid is passed on.
          ...(typeof authorized.workspace === "object" && { workspace: { uuid: authorized.workspace.uuid } })
        })
        const uuid = typeof workspace === "string" ? yield* workspaceNamed(workspace) : workspace.uuid
        return { ...systemCaller(uuid), ...(actor !== undefined && { actor }), scopes }
      })
  })
})
