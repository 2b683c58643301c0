import { Console, Effect } from "effect"
import { ownTurn, startAsking } from "./Asking.ts"
import { type Demand, type Figure, type Part, undisturbed, waitsOf } from "./Part.ts"
import { createContact, type Server } from "./Server.ts"

/** Milliseconds between two requests. */
const every = 20

const health = "/health"

/** How long requests are sent before the work, so that connections are open. */
const before = "1 second"

/** How long requests are sent after the work, to measure its after-effects too. */
const after = "1 second"

/**
 * Runs work against a server while another process requests a contact and the health endpoint every 20 milliseconds.
 * The returned part contains the figures for these requests and for the work.
 */
export const watch = Effect.fnUntraced(function* <E, R>(
  name: string,
  server: Pick<Server, "send" | "token" | "url">,
  work: Effect.Effect<ReadonlyArray<Figure>, E, R>,
  demands: { readonly get?: Demand; readonly health?: Demand } = {}
) {
  const uuid = yield* createContact(server, { first_name: "Ada", email: "ada@example.org" })
  yield* Console.error(`${name} ...`)
  const contact = `/v1/contacts/${uuid}`
  const { token, url } = server
  const stopAsking = yield* startAsking({ url, token, paths: [contact, health], every })
  yield* Effect.sleep(before)
  const from = now()
  const figures = yield* work
  const until = now()
  yield* Effect.sleep(after)
  const asked = (yield* stopAsking).filter(({ due }) => due >= from && due <= until + every)
  const waits = (called: string, path: string, demand = undisturbed) =>
    waitsOf(
      called,
      asked.filter((one) => one.path === path),
      demand
    )
  const part: Part = {
    name,
    figures: [
      ...waits("get", contact, demands.get),
      ...waits("health", health, demands.health),
      ...waits("machine", ownTurn, { statuses: [200] }),
      ...figures
    ]
  }
  return part
}, Effect.scoped)

const now = () => performance.timeOrigin + performance.now()
