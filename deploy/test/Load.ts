import { Schema } from "effect"
import { prefix } from "./Deployment.ts"
import type { Proxy } from "./Proxy.ts"

/** The results of a load's requests. */
interface LoadResult {
  /** The number of contacts that the server confirmed as created. */
  readonly created: number
  /** Other responses and failed requests: the number by status or error. */
  readonly others: Readonly<Record<string, number>>
  /** The longest time without a response, in milliseconds. */
  readonly longestPause: number
}

/** Requests that continue until they are stopped. */
export interface Load {
  readonly stop: () => Promise<LoadResult>
}

/** The number of concurrent requests. */
const atOnce = 8

/** Creates contacts through the proxy until stopped. */
export const startLoad = (proxy: Proxy): Load => {
  const others: Record<string, number> = {}
  const state = { isOn: true, created: 0, answeredAt: performance.now(), longestPause: 0 }
  const create = async () => {
    const what = await proxy
      .ask("POST", `${prefix}/v1/contacts`, { first_name: "Load", external_contact_id: crypto.randomUUID() })
      .then(
        ({ status }) => status,
        (error: unknown) => (error instanceof Error ? error.message : String(error))
      )
    if (what === 201) {
      const now = performance.now()
      state.longestPause = Math.max(state.longestPause, now - state.answeredAt)
      state.answeredAt = now
      state.created++
    } else {
      others[what] = (others[what] ?? 0) + 1
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const loops = Array.from({ length: atOnce }, async () => {
    while (state.isOn) await create()
  })
  return {
    stop: async () => {
      state.isOn = false
      await Promise.all(loops)
      return { created: state.created, others, longestPause: Math.round(state.longestPause) }
    }
  }
}

const Page = Schema.Struct({ pagination: Schema.Struct({ total: Schema.Int }) })

/** Returns the server's number of contacts. */
export const countContacts = async (proxy: Proxy): Promise<number> => {
  const { body } = await proxy.ask("GET", `${prefix}/v1/contacts?limit=1`)
  return Schema.decodeUnknownSync(Page)(body).pagination.total
}

/** Waits until a condition is true, for at most a minute. Returns the milliseconds waited. */
export const until = async (what: string, isSo: () => boolean | Promise<boolean>): Promise<number> => {
  const begun = performance.now()
  while (!(await isSo())) {
    if (performance.now() - begun > 60_000) throw new Error(`not within a minute: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return Math.round(performance.now() - begun)
}
