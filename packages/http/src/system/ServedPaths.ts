import { Api, type ErrorStatus, healthPath, readyPath } from "@rollcall/api"
import { Effect } from "effect"
import { FindMyWay, HttpServerResponse } from "effect/http"
import { HttpApi } from "effect/http-api"
import { broadcastsEnvelope } from "../errors/BroadcastsRefusals.ts"
import { contactsEnvelope } from "../errors/ContactsRefusals.ts"

export const documentPath = "/openapi.json"

export const pagePath = "/docs"

/** The path of the console. All its pages are below it. */
export const consolePath = "/console"

/** The root, which redirects to the console or the API docs, unless the host has its own root. */
export const homePath = "/"

/** The path of the metrics. Requests need the metrics token. */
export const metricsPath = "/metrics"

export const webhookPath = (channel: string) => `/channels/${channel}/webhook` as const

export type Base = "" | `/${string}`

/** Reads a prefix and removes its trailing slash. A prefix that the router would read as a pattern is a defect. */
export const baseOf = (prefix: string | undefined): Effect.Effect<Base> => {
  const path = prefix?.replace(/\/$/, "") ?? ""
  if (path === "") return Effect.succeed("" as const)
  return /^(?:\/[\w.~-]+)+$/.test(path)
    ? Effect.succeed(`/${path.slice(1)}` as const)
    : Effect.die(new Error(`The prefix ${JSON.stringify(prefix)} is not a path such as "/rollcall".`))
}

export interface ServedPath {
  /** The route template, such as `/v1/contacts/:contact_uuid`. */
  readonly route: string
  readonly params: { readonly [name: string]: string | undefined }
  readonly searchParams: { readonly [name: string]: string | ReadonlyArray<string> }
}

/** The paths served below a base. */
export interface ServedPaths {
  /** The first segments of all served paths. No root is below another root. */
  readonly roots: ReadonlyArray<`/${string}`>
  /** Returns the methods that a path supports. The router can't tell, so this uses a separate route table. */
  readonly methodsOf: (url: string) => ReadonlyArray<string>
  /** Finds a served path; null if the path isn't served. */
  readonly find: (method: string, url: string) => ServedPath | null
  /** Returns the message of a 404. If another prefix would serve the path, the message names it. */
  readonly nothingAt: (url: string) => string
  /** Whether supervisors or load balancers poll the path. */
  readonly isProbe: (path: string) => boolean
  /**
   * Makes an error response for a request that reached no endpoint, in the format of the path's area: Broadcasts for paths
   * under `/broadcasts`, Contacts for all others.
   */
  readonly errorResponse: (
    url: string,
    status: ErrorStatus,
    details: string,
    headers?: Readonly<Record<string, string>>
  ) => HttpServerResponse.HttpServerResponse
}

export const makeServedPaths = (
  base: Base,
  {
    channels = [],
    console = false,
    docs = true,
    home = false,
    metrics = false
  }: {
    /** The names of channels with a webhook, as in the webhook's path. */
    readonly channels?: ReadonlyArray<string> | undefined
    readonly console?: boolean | undefined
    readonly docs?: boolean | undefined
    readonly home?: boolean | undefined
    readonly metrics?: boolean | undefined
  }
): ServedPaths => {
  const served = FindMyWay.make<string>({ maxParamLength: Infinity })
  const methods = new Set<string>()
  const roots = new Set<`/${string}`>()
  const serve = (method: string, path: string) => {
    methods.add(method)
    roots.add(
      `/${path
        .slice(1)
        .split(/\/[:*]/, 1)
        .join()}`
    )
    const route = below(base, path)
    served.on(method, route, route)
  }
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => serve(endpoint.method, endpoint.path)
  })
  for (const channel of channels) {
    serve("GET", webhookPath(channel))
    serve("POST", webhookPath(channel))
  }
  if (metrics) serve("GET", metricsPath)
  if (docs) {
    serve("GET", pagePath)
    serve("GET", documentPath)
  }
  if (console) {
    serve("GET", consolePath)
    serve("GET", `${consolePath}/*`)
  }
  if (home && (console || docs)) serve("GET", homePath)

  const envelope = makeErrorEnvelope(base)

  return {
    roots: Array.from(roots).filter((root) => !Array.from(roots).some((other) => root.startsWith(`${other}/`))),
    methodsOf: (url) => [...methods].filter((method) => served.find(method, url) !== undefined),
    find: (method, url) => {
      const found = served.find(method, url)
      return found === undefined
        ? null
        : { route: found.handler, params: found.params, searchParams: found.searchParams }
    },
    nothingAt: (url) => {
      // Normalized like in the router: double slashes and case make no difference.
      const path = url
        .split(/[?#;]/, 1)
        .join()
        .toLowerCase()
        .replaceAll(/\/{2,}/g, "/")
      const nothing = "There is nothing at this path."
      if (base !== "" && !`${path}/`.startsWith(`${base.toLowerCase()}/`)) {
        return `${nothing} All paths begin with the prefix ${base}.`
      }
      const isOurs = [...roots].some((root) => firstPart(root) === firstPart(path))
      const isServed = (rest: string) => [...methods].some((method) => served.find(method, rest) !== undefined)
      const mount = base !== "" || isOurs ? null : mountOf(path, isServed)
      return mount === null ? nothing : `${nothing} Set the prefix ${mount} to serve it.`
    },
    isProbe: (path) => [healthPath, readyPath, metricsPath].some((probed) => path === below(base, probed)),
    errorResponse: (url, status, details, headers = {}) =>
      HttpServerResponse.jsonUnsafe(envelope(url, status, details), { status, headers })
  }
}

/** Returns the first segment of a path, such as `/v1`. */
const firstPart = (path: string): string => path.split("/", 2).join("/")

/**
 * Returns the prefix to remove so that a path would be served: `/api/rollcall` for `/api/rollcall/v1/contacts`. Null if no
 * prefix helps.
 */
const mountOf = (path: string, isServed: (rest: string) => boolean): string | null => {
  const parts = path.split("/").slice(0, maxMountDepth)
  const at = parts.findIndex((_, at) => at > 1 && isServed(`/${path.split("/").slice(at).join("/")}`))
  return at === -1 ? null : parts.slice(0, at).join("/")
}

/** The most path segments to try as a prefix. */
const maxMountDepth = 6

/** Whether a server may serve paths that start with this segment, such as `/v1`. */
export const isServedRoot = (segment: string): boolean =>
  ["/metrics", ...makeServedPaths("", { channels: [""], console: true }).roots].some(
    (root) => firstPart(root) === segment.toLowerCase()
  )

const below = (base: Base, path: string) => `${base}/${path.slice(1)}` as const

const makeErrorEnvelope = (base: Base) => {
  // Matches like the router: double slashes and case make no difference.
  const broadcasts = FindMyWay.make<true>({ maxParamLength: Infinity })
  broadcasts.on("GET", below(base, "/broadcasts"), true)
  broadcasts.on("GET", below(base, "/broadcasts/*"), true)
  // The router doesn't find a path that can't be decoded, so such a path is matched literally.
  const isBroadcasts = (url: string) =>
    (broadcasts.find("GET", url) ?? broadcasts.find("GET", url.replaceAll("%", "%25"))) !== undefined
  return (url: string, status: ErrorStatus, details: string) =>
    isBroadcasts(url) ? broadcastsEnvelope(status, details) : contactsEnvelope(status, details)
}

/**
 * Makes the body of an error that the server sends before a request reaches {@link make}, in the format of the path's area.
 */
export const errorEnvelope = makeErrorEnvelope("")
