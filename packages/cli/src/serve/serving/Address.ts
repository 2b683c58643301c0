import { Effect } from "effect"
import { type HttpServerResponse, HttpServerRequest } from "effect/http"
import type { NetAddress } from "effect/net"
import type { Settings } from "../settings/Settings.ts"

/** The settings with the address of a server on this machine. */
export type AddressSettings = Pick<Settings, "host" | "port" | "pathPrefix">

/** Returns the URL of a listening server, with its prefix. */
export const urlOf = ({ host, pathPrefix }: AddressSettings, address: NetAddress.SocketAddress): string =>
  urlAt(host, address._tag === "UnixPathAddress" ? "" : `:${address.port}`, pathPrefix)

/** Returns a URL that a client on this machine can use if the server listens on all addresses. */
export const reachable = (url: string): string =>
  url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")

/** Returns the URL of a server for clients on its machine. */
export const localUrl = ({ host, pathPrefix, port }: AddressSettings): string =>
  reachable(urlAt(host, `:${port}`, pathPrefix))

const urlAt = (host: string, port: string, path: string) =>
  `http://${host.includes(":") ? `[${host}]` : host}${port}${path}`

type PathPrefix = Settings["pathPrefix"]

const isBelow = (prefix: PathPrefix, url: string): boolean =>
  url.startsWith(prefix) && (url.length === prefix.length || "/?#;".includes(url.charAt(prefix.length)))

/** Returns the path of a request without the prefix. A proxy may have removed the prefix already. */
export const withoutPrefix = (prefix: PathPrefix, url: string): string =>
  prefix === "" || !isBelow(prefix, url) ? url : url.slice(prefix.length).replace(/^(?!\/)/, "/")

/** Adds the prefix to the paths of requests if a proxy has removed it. */
export const belowPrefix =
  (prefix: PathPrefix) =>
  <E, R>(
    app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
    prefix === ""
      ? app
      : Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          !request.url.startsWith("/") || isBelow(prefix, request.url)
            ? app
            : Effect.provideService(
                app,
                HttpServerRequest.HttpServerRequest,
                request.modify({ url: `${prefix}${request.url}` })
              )
        )
