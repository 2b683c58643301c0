import { Effect } from "effect"
import { type HttpRouter, HttpServerRequest } from "effect/http"
import { consolePath, type ServedPaths } from "../system/ServedPaths.ts"

/** Loads the page and its files on the first request. */
const loaded = Effect.promise(() => import("./ConsoleFiles.ts"))

/**
 * Adds the console: a page at every path below `/console`, and its files. The page needs no token, and reads its data from
 * the API like any other client.
 */
export const addConsole = Effect.fnUntraced(function* (
  router: Pick<HttpRouter.HttpRouter, "add">,
  paths: Pick<ServedPaths, "errorResponse">,
  isSimulated: boolean
) {
  const answer = Effect.gen(function* () {
    const { url } = yield* HttpServerRequest.HttpServerRequest
    const { answerFile, answerPage } = yield* loaded
    const [, asset] = /^\/*[^/?#]*\/+(assets\/[^?#]*)/.exec(url) ?? []
    if (asset === undefined) return yield* answerPage(isSimulated)
    return (yield* answerFile(asset)) ?? paths.errorResponse(url, 404, "There is nothing at this path.")
  })
  yield* router.add("GET", `${consolePath}/*`, answer)
})
