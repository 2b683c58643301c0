import { once } from "node:events"
import { createServer } from "node:http"

/** A request that arrived, and when: the numbers of what the receiver did count from 1. */
export interface Request {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly arrivedAt: number
  /** When it was answered 2xx; null if it was not. */
  readonly takenAt: number | null
}

/**
 * A receiver of webhooks on the loopback. It is down for its first requests and for every so many of the others, and
 * answers after so many milliseconds. It keeps all requests in the order in which they arrived, by their path.
 */
export const startReceiver = async (
  down: number,
  { answerAfter = 0, refuseEvery = Infinity }: { readonly answerAfter?: number; readonly refuseEvery?: number } = {}
) => {
  const arrived = new Map<string, Array<Request>>()
  const counted = { requests: 0, steps: 0 }
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []))
      )
      const requests = arrived.get(request.url ?? "") ?? []
      arrived.set(request.url ?? "", requests)
      const number = ++counted.requests
      const isRefused = number <= down || number % refuseEvery === 0
      const at = requests.push({
        body: Buffer.concat(chunks).toString(),
        headers,
        arrivedAt: ++counted.steps,
        takenAt: null
      })
      server.emit("step")
      setTimeout(() => {
        const one = requests[at - 1]
        if (!isRefused && one !== undefined) requests[at - 1] = { ...one, takenAt: ++counted.steps }
        response.writeHead(isRefused ? 503 : 204).end()
        server.emit("step")
      }, answerAfter)
    })
  })
  // Every part of a test waits for steps at the same time.
  server.setMaxListeners(0)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const pathOf = (n: number) => `/hooks/${n}`
  const requestsOf = (n: number): ReadonlyArray<Request> => arrived.get(pathOf(n)) ?? []
  return {
    urlOf: (n: number) => `http://127.0.0.1:${port}${pathOf(n)}`,
    /** Waits until so many more requests have arrived, and runs `then` before the last of them is answered. */
    more: async (wanted: number, then: () => void = () => {}) => {
      const end = counted.requests + wanted
      while (counted.requests < end) await once(server, "step")
      then()
    },
    /** Waits until the requests of a webhook are enough, and returns them. */
    until: async (n: number, isEnough: (requests: ReadonlyArray<Request>) => boolean) => {
      while (!isEnough(requestsOf(n))) await once(server, "step")
      return requestsOf(n)
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

/** The requests that were answered 2xx. */
export const taken = (requests: ReadonlyArray<Request>): ReadonlyArray<Request> =>
  requests.filter(({ takenAt }) => takenAt !== null)
