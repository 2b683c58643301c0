import { Effect, type Scope } from "effect"
import { Agent, request } from "node:http"
import { bootstrapToken } from "../ServerProcess.ts"

/** What became of requests. */
export interface Outcomes {
  readonly answered: ReadonlyMap<number, number>
  readonly failed: ReadonlyArray<string>
}

const ask = (url: string, agent: Agent) =>
  new Promise<number>((resolve, reject) => {
    request(`${url}/v1/contacts?limit=1`, { agent, headers: { authorization: `Bearer ${bootstrapToken}` } })
      .on("response", (response) => response.resume().on("end", () => resolve(response.statusCode ?? 0)))
      .on("error", reject)
      .end()
  })

/**
 * Sends requests until the scope closes or `stop` is run: half of the clients keep their connection, the others open one for
 * each request. No request is sent a second time. `stop` returns the number of answers by their status, and the failures.
 */
export const keepAsking = (
  url: string,
  clients = 8
): Effect.Effect<{ readonly stop: Effect.Effect<Outcomes> }, never, Scope.Scope> =>
  Effect.gen(function* () {
    const stopping = new AbortController()
    const answered = new Map<number, number>()
    const failed: Array<string> = []
    const loop = async (client: number) => {
      const agent = new Agent({ keepAlive: client % 2 === 0, maxSockets: 1 })
      while (!stopping.signal.aborted) {
        try {
          const status = await ask(url, agent)
          answered.set(status, (answered.get(status) ?? 0) + 1)
        } catch (error) {
          failed.push(String(error))
        }
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      agent.destroy()
    }
    const loops = Array.from({ length: clients }, (_, client) => loop(client))
    const stop = Effect.promise(async () => {
      stopping.abort()
      await Promise.all(loops)
      return { answered, failed }
    })
    yield* Effect.addFinalizer(() => Effect.asVoid(stop))
    return { stop }
  })
