import { localUrl } from "../serve/index.ts"
import { Effect } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { NotDone } from "../CommandRefused.ts"
import { print } from "../screen/Output.ts"
import { addressVariables } from "./AddressVariables.ts"

const deadline = "2 seconds"

/**
 * Asks the server of this environment whether it is alive or ready, and prints a line. Fails if it isn't, if it doesn't
 * respond, or if the environment has no valid address.
 */
export const askHealth = Effect.fn("AskHealth.askHealth")(
  function* ({ json, ready }: { readonly json: boolean; readonly ready: boolean }) {
    const { host, pathPrefix, port } = addressVariables
    const address = yield* Effect.all({ host: host.read, pathPrefix: pathPrefix.read, port: port.read })
    if (address.port === 0) return yield* new NotDone({ message: "ROLLCALL_PORT is 0, which is any free port" })
    const url = `${localUrl(address)}/${ready ? "ready" : "health"}`
    const { status, text } = yield* HttpClient.get(url).pipe(
      Effect.flatMap(({ status, text }) => Effect.map(text, (text) => ({ status, text }))),
      Effect.timeout(deadline),
      Effect.catchTags({
        HttpClientError: () => new NotDone({ message: `${url}: no answer` }),
        TimeoutError: () => new NotDone({ message: `${url}: no answer within ${deadline}` })
      })
    )
    const line = `${url}: ${status} ${text.replaceAll(/\s+/g, " ").slice(0, 200)}`
    if (json || status === 200) yield* print(json, { url, status, answer: text }, () => line)
    if (status !== 200) return yield* new NotDone({ message: line })
  },
  Effect.catchTag("StartRefused", ({ message }) => Effect.fail(new NotDone({ message }))),
  Effect.provide(FetchHttpClient.layer)
)
