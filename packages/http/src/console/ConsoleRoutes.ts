import { Effect } from "effect"
import { type HttpRouter, HttpServerRequest } from "effect/http"
import { consolePath, type ServedPaths } from "../system/ServedPaths.ts"

/** The page with all of its files. It is loaded at the first request, not at the start of every host. */
const loaded = Effect.promise(() => import("./ConsoleFiles.ts"))

/**
 * Adds the console: a page at each path below `/console`, which shows there what the rest of the path says, and the files
 * that it loads. The page shows whether messages are simulated. Who opens it needs no token. What it shows it asks the API for, as any other client does.
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
