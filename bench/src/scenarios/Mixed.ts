import { Effect, Random } from "effect"
import { bodyOf, reminder } from "../load/Requests.ts"
import { percentile } from "../Numbers.ts"
import type { Answer } from "../Client.ts"
import { addHeavyContacts, heavySearch } from "../load/HeavyContacts.ts"
import { answersOf, type Figure, type KeptAnswer, sixth, undisturbed } from "../Part.ts"
import { onBoth, type Scenario } from "../Scenario.ts"
import { createContact, type Server, startServer } from "../Server.ts"
import { watch } from "../Watch.ts"

/** How much longer than at first cheap requests may take at last, at the 99th percentile. */
const mostSlower = 1.2

/** How much more memory and files the server may use in the last sixth than in the second. */
const mostGrowth = 1.2

/** From so many seconds on a run is long enough for that. */
const longRun = 300

/** Milliseconds from one look at the server to the next. */
const lookEvery = 1_000

/** Something that clients do: what, every how many milliseconds, and what may be answered. */
interface Work {
  readonly name: string
  readonly every: number
  readonly allowed: ReadonlyArray<number>
  readonly ask: Effect.Effect<Answer>
}

/** An answer, with its text only if it is not as it may be. */
const kept = ({ text, ...answer }: Answer, allowed: ReadonlyArray<number>): KeptAnswer =>
  allowed.includes(answer.status) ? answer : { ...answer, text }

const worksOn = ({ send }: Server, contact: string): ReadonlyArray<Work> => {
  const searching = (json: object) => send("POST", "/v1/contacts/search", { json })
  const random = Random.nextIntBetween(0, 1_000_000_000)
  const someone = Effect.map(random, (number) => ({ first_name: "Eve", email: `eve-${number}@example.org` }))
  return [
    { name: "gets", every: 20, allowed: [200], ask: send("GET", `/v1/contacts/${contact}`) },
    {
      name: "creates",
      every: 50,
      allowed: [201],
      ask: Effect.flatMap(someone, (json) => send("POST", "/v1/contacts", { json }))
    },
    {
      name: "selective searches",
      every: 50,
      allowed: [200],
      ask: Effect.flatMap(someone, ({ email }) =>
        searching({ advanced_search: [{ field: "email", operator: "equals", value: email }] })
      )
    },
    { name: "heavy searches", every: 5_000, allowed: [200, 503], ask: searching(heavySearch(20)) },
    { name: "lists", every: 200, allowed: [200], ask: send("GET", "/v1/contacts?limit=50") },
    {
      name: "imports",
      every: 5_000,
      allowed: [202],
      ask: Effect.flatMap(Effect.all(Array.from({ length: 100 }, () => someone)), (contacts) =>
        send("POST", "/v1/contacts/bulk", { json: { contacts } })
      )
    },
    {
      name: "broadcasts",
      every: 10_000,
      allowed: [202],
      ask: send("POST", "/broadcasts", { body: bodyOf(reminder(100)) })
    },
    { name: "events", every: 500, allowed: [200], ask: send("GET", "/v1/events") }
  ]
}

/** Everything at once, for a long time. */
export const mixed: Scenario = {
  name: "mixed",
  about: "30 minutes of everything at once: no error, memory and open files flat, no slower at the end",
  seconds: 1_800,
  ...onBoth(
    Effect.fnUntraced(function* (database, { seconds, share }) {
      const server = yield* startServer(database)
      yield* addHeavyContacts(server, Math.ceil(5_000 * share))
      const contact = yield* createContact(server, { first_name: "Ada", email: "first@example.org" })
      const looks: Array<{ readonly memory: number; readonly files: number }> = []
      const look = Effect.gen(function* () {
        looks.push({ memory: yield* server.memory, files: yield* server.descriptors })
        yield* Effect.sleep(lookEvery)
      })
      const work = Effect.gen(function* () {
        const works = worksOn(server, contact).map((one) => ({ ...one, answers: new Array<KeptAnswer>() }))
        const goOn = works.map(({ allowed, answers, ask, every }) =>
          Effect.forever(
            Effect.andThen(
              Effect.map(ask, (answer) => void answers.push(kept(answer, allowed))),
              Effect.sleep(every)
            )
          )
        )
        const all = Effect.all([...goOn, Effect.forever(look)], { concurrency: "unbounded", discard: true })
        yield* Effect.timeoutOption(all, seconds * 1_000)
        const figures: ReadonlyArray<Figure> = [
          ...works.flatMap(({ allowed, answers, name }) => answersOf(name, answers, allowed)),
          growthOf(
            "memory",
            looks.map(({ memory }) => memory),
            seconds
          ),
          growthOf(
            "open files",
            looks.map(({ files }) => files),
            seconds
          ),
          { name: "peak memory", value: yield* server.peakMemory, unit: "MiB" }
        ]
        return figures
      })
      const steady = { ...undisturbed, drift: mostSlower }
      return [yield* watch(`${seconds} s`, server, work, { get: steady, health: steady })]
    })
  )
}

/** By the median of the last sixth and of the second: in the first one the server has only begun. */
const growthOf = (name: string, values: ReadonlyArray<number>, seconds: number): Figure => {
  const median = (at: number) => percentile(sixth(values, at))(0.5)
  return {
    name: `${name}, last sixth to second`,
    value: median(5) / median(1),
    unit: "times",
    ...(seconds >= longRun && { most: mostGrowth })
  }
}
