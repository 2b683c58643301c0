import type { Effect } from "effect"
import { type HttpRouter, HttpServerResponse } from "effect/http"
import { type Base, homePath } from "./ServedPaths.ts"

/**
 * Redirects from the root of the server to a page. Below a base the redirect is absolute, because the URL may have no
 * trailing slash. At the root it is relative, because a proxy may serve the root below a path.
 */
export const addHome = (
  router: Pick<HttpRouter.HttpRouter, "add">,
  base: Base,
  path: `/${string}`
): Effect.Effect<void> => router.add("GET", homePath, HttpServerResponse.redirect(`${base === "" ? "." : base}${path}`))
