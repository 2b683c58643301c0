import { Effect, Random } from "effect"
import { bodyOf, reminder } from "../load/Requests.ts"
import { percentile } from "../Numbers.ts"
import type { Answer } from "../Client.ts"
import { addHeavyContacts, heavySearch } from "../load/HeavyContacts.ts"
import { answersOf, type Figure, type KeptAnswer, sixth, undisturbed } from "../Part.ts"
import { onBoth, type Scenario } from "../Scenario.ts"
import { createContact, type Server, startServer } from "../Server.ts"
import { watch } from "../Watch.ts"

/** Maximum ratio of the 99th percentile of cheap requests at the end to that at the start. */
const mostSlower = 1.2

/** Maximum ratio of the server's memory and open files in the last sixth of the run to those in the second sixth. */
const mostGrowth = 1.2

/** The minimum duration in seconds at which these ratios are checked. */
const longRun = 300

/** Milliseconds between two measurements of the server. */
const lookEvery = 1_000

/** Returns a response with its text only if its status is not allowed. */
const kept = ({ text, ...answer }: Answer, allowed: ReadonlyArray<number>): KeptAnswer =>
  allowed.includes(answer.status) ? answer : { ...answer, text }

/** Returns the clients' operations: the request, the interval in milliseconds, and the allowed statuses. */
const worksOn = ({ send }: Server, contact: string) => {
  const work = (name: string, every: number, allowed: ReadonlyArray<number>, ask: Effect.Effect<Answer>) => {
    const answers: Array<KeptAnswer> = []
    const once = Effect.map(ask, (answer) => void answers.push(kept(answer, allowed)))
    const figures = Effect.sync(() => answersOf(name, answers, allowed))
    return { figures, goOn: Effect.forever(Effect.andThen(once, Effect.sleep(every))) }
  }
  const search = (json: object) => send("POST", "/v1/contacts/search", { json })
  const equal = (value: string) => ({ advanced_search: [{ field: "email", operator: "equals", value }] })
  const someone = Effect.map(Random.nextIntBetween(0, 1_000_000_000), (number) => ({
    first_name: "Eve",
    email: `eve-${number}@example.org`
  }))
  const create = Effect.flatMap(someone, (json) => send("POST", "/v1/contacts", { json }))
  const importSome = Effect.flatMap(Effect.replicateEffect(someone, 100), (contacts) =>
    send("POST", "/v1/contacts/bulk", { json: { contacts } })
  )
  return [
    work("gets", 20, [200], send("GET", `/v1/contacts/${contact}`)),
    work("creates", 50, [201], create),
    work(
      "selective searches",
      50,
      [200],
      Effect.flatMap(someone, ({ email }) => search(equal(email)))
    ),
    work("heavy searches", 5_000, [200, 503], search(heavySearch(20))),
    work("lists", 200, [200], send("GET", "/v1/contacts?limit=50")),
    work("imports", 5_000, [202], importSome),
    work("broadcasts", 10_000, [202], send("POST", "/broadcasts", { body: bodyOf(reminder(100)) })),
    work("events", 500, [200], send("GET", "/v1/events"))
  ]
}

/** Runs all operations concurrently for a long time. */
export const mixed: Scenario = {
  name: "mixed",
  about: "30 minutes of everything at once: no error, memory and open files flat, no slower at the end",
  seconds: 1_800,
  ...onBoth(
    Effect.fnUntraced(function* (database, { seconds, share }) {
      const server = yield* startServer(database)
      yield* addHeavyContacts(server, Math.ceil(5_000 * share))
      const contact = yield* createContact(server, { first_name: "Ada", email: "first@example.org" })
      const [memory, files] = [new Array<number>(), new Array<number>()]
      const look = Effect.gen(function* () {
        memory.push(yield* server.memory)
        files.push(yield* server.descriptors)
        yield* Effect.sleep(lookEvery)
      })
      const work = Effect.gen(function* () {
        const works = worksOn(server, contact)
        const all = Effect.all([...works.map(({ goOn }) => goOn), Effect.forever(look)], {
          concurrency: "unbounded",
          discard: true
        })
        yield* Effect.timeoutOption(all, seconds * 1_000)
        const figures: ReadonlyArray<Figure> = [
          ...(yield* Effect.forEach(works, (one) => one.figures)).flat(),
          growthOf("memory", memory, seconds),
          growthOf("open files", files, seconds),
          { name: "peak memory", value: yield* server.peakMemory, unit: "MiB" }
        ]
        return figures
      })
      const steady = { ...undisturbed, drift: mostSlower }
      return [yield* watch(`${seconds} s`, server, work, { get: steady, health: steady })]
    })
  )
}

/**
 * Compares the median of the last sixth with that of the second, because the server is still starting in the first
 * sixth.
 */
const growthOf = (name: string, values: ReadonlyArray<number>, seconds: number): Figure => {
  const median = (at: number) => percentile(sixth(values, at))(0.5)
  return {
    name: `${name}, last sixth to second`,
    value: median(5) / median(1),
    unit: "times",
    ...(seconds >= longRun && { most: mostGrowth })
  }
}
