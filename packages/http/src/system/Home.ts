import type { Effect } from "effect"
import { type HttpRouter, HttpServerResponse } from "effect/http"
import { type Base, homePath } from "./ServedPaths.ts"

/**
 * Adds what a person finds who opens the address of the server: it leads to a page. Below a base the path is whole, because
 * the address may end without a slash; at the root it is relative, because a proxy may serve the root below a path.
 */
export const addHome = (
  router: Pick<HttpRouter.HttpRouter, "add">,
  base: Base,
  path: `/${string}`
): Effect.Effect<void> => router.add("GET", homePath, HttpServerResponse.redirect(`${base === "" ? "." : base}${path}`))
