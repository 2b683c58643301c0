import { Console, Effect, Schema } from "effect"
import { ownTurn, startAsking } from "../Asking.ts"
import { expectJson } from "../Client.ts"
import { Document } from "../hostile/Document.ts"
import { fillStore } from "../load/FullStore.ts"
import { answersOf, type Figure, waitsOf } from "../Part.ts"
import { onBoth, type Scenario } from "../Scenario.ts"
import { startServer } from "../Server.ts"

const health = "/health"

/** Maximum response time of `/health` during any GET request, in milliseconds. */
const longest = 100

/** How often each route is requested. */
const times = 3

/** How long the server is idle before each route. */
const rest = "200 millis"

/** How long an event stream is read. */
const reads = "2 seconds"

/** A uuid for path parameters without an entity in the store, such as received messages. */
const none = "00000000-0000-4000-8000-000000000000"

/** The number of slowest routes that have a figure. */
const shown = 5

const Bounded = Schema.Struct({ maximum: Schema.Number })
const isBounded = Schema.is(Bounded)

/** Returns the paths of all GET operations in the document, with the maximum `limit`. */
export const getsOf = ({ paths }: Document, known: { readonly [parameter: string]: string }) =>
  Object.entries(paths).flatMap(([route, { get }]) => {
    if (get === undefined) return []
    const limit = get.parameters?.find((one) => one.in === "query" && one.name === "limit")?.schema
    const path = route.replaceAll(/\{([^}]+)\}/g, (_, name: string) => known[name] ?? none)
    return [{ route, path: isBounded(limit) ? `${path}?limit=${limit.maximum}` : path }]
  })

/** Sends each GET request to a store filled to its limits, one after another. */
export const filled: Scenario = {
  name: "filled",
  about: "each get of the OpenAPI document, on a store filled to its limits; /health within 100 ms next to any of them",
  ...onBoth(
    Effect.fnUntraced(function* (database, { share }) {
      const server = yield* startServer(database)
      const { send, token, url } = server
      const gets = getsOf(
        yield* expectJson(200, Document)(yield* send("GET", "/openapi.json")),
        yield* fillStore(server, share)
      )
      yield* Console.error(`${gets.length} routes ...`)
      const stopAsking = yield* startAsking({ url, token, paths: [health], every: 20 })
      const asked = yield* Effect.forEach(gets, ({ path, route }) =>
        Effect.gen(function* () {
          yield* Effect.sleep(rest)
          const from = now()
          const answers = yield* Effect.replicateEffect(send("GET", path, { reads }), times)
          return { route, answers, from, until: now() }
        })
      )
      yield* Effect.sleep(rest)
      const others = yield* stopAsking
      const waits = others.filter((one) => one.path === health)
      const routes = asked.map(({ answers, from, route, until }) => ({
        route,
        answers,
        slowest: Math.max(...answers.map(({ wait }) => wait)),
        size: Math.max(...answers.map(({ text }) => text.length)),
        health: Math.max(
          0,
          ...waits.filter(({ due, wait }) => due < until && due + wait > from).map(({ wait }) => wait)
        )
      }))
      const most = (by: "slowest" | "health", name: string): ReadonlyArray<Figure> =>
        routes
          .filter(({ route }) => by === "health" || !route.endsWith("/stream"))
          .toSorted((a, b) => b[by] - a[by])
          .slice(0, shown)
          .map((one) => ({
            name: `${name} ${one.route}`,
            value: one[by],
            unit: "ms",
            detail: `${(one.size / 2 ** 20).toFixed(1)} MiB`
          }))
      const answers = routes.flatMap(({ answers }) => answers)
      const figures: ReadonlyArray<Figure> = [
        ...answersOf("gets", answers, [200, 404, 503]),
        ...most("slowest", "slowest"),
        ...most("health", "/health next to"),
        { name: "peak memory", value: yield* server.peakMemory, unit: "MiB" },
        ...waitsOf("health", waits, { statuses: [200], max: longest }),
        ...waitsOf(
          "machine",
          others.filter((one) => one.path === ownTurn),
          { statuses: [200] }
        )
      ]
      return [{ name: `${gets.length} routes`, figures }]
    })
  )
}

const now = () => performance.timeOrigin + performance.now()
