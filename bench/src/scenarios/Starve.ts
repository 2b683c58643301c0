import { Effect, Schema } from "effect"
import { type Answer, expectJson, makeClient } from "../Client.ts"
import { answersOf, type Demand, type Figure } from "../Part.ts"
import { onBoth, type Scenario } from "../Scenario.ts"
import { importContacts, otherToken, type Server, startServer } from "../Server.ts"
import { watch } from "../Watch.ts"

/** The number of contacts in the busy workspace. */
const contacts = 100_000

/** The number of survivors, and of contacts merged into each. */
const [survivors, merges] = [4, 250]

/** The number of concurrent requests of each kind, and how often they are repeated. */
const [ofEach, times] = [34, 5]

/** How long an event stream is read. */
const reads = "5 seconds"

/** Maximum memory of the server, in MiB. */
const mostMemory = 512

/** The requirement for another workspace's requests meanwhile. */
const notStarved: Demand = { statuses: [200], p99: 250 }

const personOf = (index: number, name = "ada") => ({
  first_name: `${name} ${index}`,
  last_name: `of the long corridor with ${index % 97} doors`,
  email: `${name}-${index}@example.org`,
  phone_number: `+4917${1_000_000 + index}`
})

/** A search that matches every contact. */
const contains = {
  advanced_search: ["corridor", "with", "or", "s"].map((value) => ({ field: "last_name", operator: "contains", value }))
}

const audience = {
  channel_type: "chatapp",
  template_name: "appointment_reminder",
  from: "493090180",
  parameters: { body_order: ["name", "time"] },
  audience: {
    include: [{ search: contains }],
    parameters: { body: { name: { field: "first_name" }, time: { value: "9:30" } } }
  }
}

const Page = Schema.Struct({ contacts: Schema.Array(Schema.Struct({ uuid: Schema.String })) })

/** Merges contacts from a part of the listing into one, and returns the survivor. */
const mergeAt = Effect.fnUntraced(function* ({ send }: Pick<Server, "send">, offset: number, count: number) {
  let survivor: string | undefined
  // A merged contact is no longer in the listing.
  for (let merged = 0; merged < count;) {
    const page = yield* send("GET", `/v1/contacts?order=asc&limit=100&offset=${offset}`)
    const found = (yield* expectJson(200, Page)(page)).contacts.map(({ uuid }) => uuid)
    survivor ??= found[0]
    for (const from of found.slice(1, count - merged + 1)) {
      yield* expectJson(200, Schema.Unknown)(yield* send("POST", `/v1/contacts/${survivor}/merge`, { json: { from } }))
    }
    merged += found.length - 1
  }
  return survivor
})

/**
 * Returns one workspace's requests: requests that are slow for the server or the database, and streams that stay open.
 */
const kindsOf = ({ send }: Pick<Server, "send">, merged: ReadonlyArray<string | undefined>, count: number) => [
  { name: "estimates", done: 200, ask: () => send("POST", "/broadcasts/audience", { json: audience }) },
  { name: "searches", done: 200, ask: () => send("POST", "/v1/contacts/search?limit=100", { json: contains }) },
  {
    name: "timelines",
    done: 200,
    ask: (index: number) => send("GET", `/v1/contacts/${merged[index % merged.length]}/timeline?limit=100`)
  },
  {
    name: "imports",
    done: 202,
    ask: (index: number) =>
      send("POST", "/v1/contacts/bulk", {
        json: { contacts: Array.from({ length: 1_000 }, (_, row) => personOf(row, `eve-${index}`)) }
      })
  },
  { name: "streams", done: 200, ask: () => send("GET", "/v1/events/stream", { reads }) },
  {
    name: "listings",
    done: 200,
    // A page near the end, after any number of merges.
    ask: () => send("GET", `/v1/contacts?limit=100&order_field=last_name&offset=${count - 1_500}`)
  }
]

/** One workspace sends all slow requests concurrently, while another workspace requests a contact. */
export const starve: Scenario = {
  name: "starve",
  about:
    "204 estimates, searches, timelines, imports, streams and listings of one workspace at once, five times; the get of another takes at most 250 ms, in at most 512 MiB",
  ...onBoth(
    Effect.fnUntraced(function* (database, { share }) {
      const server = yield* startServer(database)
      const busy = { send: yield* makeClient(server.url, yield* otherToken(database, "busy")) }
      const count = Math.ceil(contacts * share)
      yield* importContacts(busy, count, personOf)
      const merged = yield* Effect.forEach(Array.from({ length: survivors }).keys(), (place) =>
        mergeAt(busy, place * 1_000, Math.ceil(merges * share))
      )
      const kinds = kindsOf(busy, merged, count)
      const work = Effect.gen(function* () {
        const asked = kinds.map((kind) => ({ ...kind, answers: new Array<Answer>() }))
        const all = (time: number) =>
          asked.flatMap(({ answers, ask }) =>
            Array.from({ length: ofEach }, (_, index) =>
              Effect.map(ask(time * ofEach + index), (answer) => void answers.push(answer))
            )
          )
        for (let time = 0; time < times; time++) {
          yield* Effect.all(all(time), { concurrency: "unbounded", discard: true })
        }
        const figures: ReadonlyArray<Figure> = [
          ...asked.flatMap(({ answers, done, name }) => answersOf(name, answers, [done, 429, 503])),
          { name: "peak memory", value: yield* server.peakMemory, unit: "MiB", most: mostMemory }
        ]
        return figures
      })
      const name = `${times} times ${ofEach * kinds.length} requests`
      return [yield* watch(name, server, work, { get: notStarved, health: notStarved })]
    })
  )
}
