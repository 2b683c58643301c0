import { assert, it } from "@effect/vitest"
import { Config, Console, Effect, Layer, Random, Schema } from "effect"
import { ask, callsLayer } from "./Calls.ts"
import { killDuringImports } from "./kill/Campaign.ts"
import { type Role, startFleet } from "./kill/Fleet.ts"
import { listCount, planOf } from "./kill/Plan.ts"
import { stores } from "./kill/Store.ts"
import { judge } from "./kill/Verdict.ts"
import { processLayer } from "./ServerProcess.ts"

const live = Layer.mergeAll(processLayer, callsLayer)

/** SQLite has one server a file, beside which the command line may apply rows. */
const fleets: ReadonlyArray<{
  readonly name: string
  readonly store: keyof typeof stores
  readonly roles: ReadonlyArray<Role>
  readonly everyRun: boolean
}> = [
  { name: "one server on SQLite", store: "SQLite", roles: ["server"], everyRun: true },
  { name: "three processes on SQLite", store: "SQLite", roles: ["server", "worker", "worker"], everyRun: false },
  { name: "one server on Postgres", store: "Postgres", roles: ["server"], everyRun: false },
  { name: "three servers on Postgres", store: "Postgres", roles: ["server", "server", "server"], everyRun: true }
]

/** `npm run test:long` says how many kills it wants. Then every fleet is killed, not those of each run alone. */
const wanted = process.env["ROLLCALL_KILLS"]
const kills = wanted === undefined ? 6 : Number(wanted)

/** As many rows as an import may have. A short run has to come to its end. */
const largest = wanted === undefined ? 300 : 1_000

const seedOfRun = Config.Int("ROLLCALL_SEED").pipe(Effect.catch(() => Random.nextIntBetween(1, 0x7fffffff)))

const List = Schema.Struct({ uuid: Schema.String })

const run = Effect.fnUntraced(function* (roles: ReadonlyArray<Role>, storeName: keyof typeof stores, seed: number) {
  const store = yield* stores[storeName]
  const fleet = yield* startFleet(store, roles)
  const server = yield* fleet.someServer
  const lists = yield* Effect.forEach(Array.from({ length: listCount }).keys(), (number) =>
    Effect.map(ask(server, ["POST", "/v1/contact-lists", { name: `List ${number}` }], [201, List]), ({ uuid }) => uuid)
  )
  const plan = planOf(seed, largest)
  const campaign = yield* killDuringImports({ store, fleet, lists, plan, kills })
  const left = yield* judge(fleet, lists, plan, campaign)
  return { ...campaign, left }
})

for (const { everyRun, name, roles, store } of fleets) {
  if (!everyRun && wanted === undefined) continue
  it.live(
    `I1, I2: ${name}, ${kills} times killed during imports, give every row one outcome and its effect once`,
    () =>
      Effect.gen(function* () {
        const seed = yield* seedOfRun
        const { accepted, killed, killedAtAnswer, left, polls, unanswered } = yield* Effect.onError(
          run(roles, store, seed),
          () => Console.log(`ROLLCALL_SEED=${seed} makes the same imports.`)
        )
        assert.strictEqual(killed, kills)
        if (wanted === undefined) return
        yield* Console.log(
          `${name}: ${killed} kills, ${killedAtAnswer} of them around an answer; ${accepted.size} imports accepted, ` +
            `${unanswered.size} without an answer, ${left.imports} stored; ${left.rows} rows, ${left.contacts} contacts, ` +
            `${polls} polls`
        )
      }).pipe(Effect.provide(live)),
    60_000 + kills * 20_000
  )
}
