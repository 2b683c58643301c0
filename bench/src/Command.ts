import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { stores } from "./Database.ts"
import { runAll } from "./Run.ts"
import type { Scenario } from "./Scenario.ts"
import { faults, speed } from "./Scenarios.ts"

/** The share of contacts, requests and rows in a quick run. */
const quickShare = 0.05

const all = "all"
const both = "both"

const inputOf = (scenarios: ReadonlyArray<Scenario>) => ({
  name: Argument.Literals("name", [all, ...scenarios.map(({ name }) => name)]).pipe(
    Argument.withDescription(
      [`One of these, or ${all}:`, ...scenarios.map(({ about, name }) => `${name}: ${about}`)].join("\n")
    )
  ),
  store: Flag.Literals("store", [...stores, both]).pipe(
    Flag.withDescription("The database. Nothing runs if the scenario is not one of this database."),
    Flag.withDefault(both)
  ),
  seed: Flag.Int("seed").pipe(Flag.withDescription("Decides whatever is chosen by chance."), Flag.withDefault(1)),
  seconds: Flag.Int("seconds").pipe(
    Flag.withDescription("How long a scenario or a round goes on, where it has no end of its own."),
    Flag.optional
  ),
  quick: Flag.Boolean("quick").pipe(
    Flag.withDescription("One round, and a twentieth of contacts, rows, requests and time: proves that it works."),
    Flag.withDefault(false)
  ),
  markdown: Flag.Boolean("markdown").pipe(Flag.withDescription("Prints a table for a page."), Flag.withDefault(false)),
  json: Flag.Boolean("json").pipe(
    Flag.withDescription("Prints a line of JSON for each scenario and store."),
    Flag.withDefault(false)
  )
})

const commandOf = (command: string, about: string, scenarios: ReadonlyArray<Scenario>) =>
  Command.make(command, inputOf(scenarios), ({ json, markdown, name, quick, seconds, seed, store }) =>
    Effect.gen(function* () {
      const chosen = scenarios.filter((scenario) => name === all || scenario.name === name)
      const size = quick ? { share: quickShare, rounds: 1 } : { share: 1, rounds: 5 }
      const holds = yield* runAll(
        chosen,
        stores.filter((one) => store === both || store === one),
        { seed, seconds: Option.getOrUndefined(seconds), ...size },
        json ? "json" : markdown ? "markdown" : "table"
      )
      if (!holds) yield* Effect.sync(() => (process.exitCode = 1))
    })
  ).pipe(Command.withDescription(`${about} Exits with 1 if a figure is outside its limits.`))

/** The commands `npm run bench` and `npm run soak`. */
export const command = Command.make("measure").pipe(
  Command.withSubcommands([
    commandOf("bench", "Measures the library beside the fastest honest rival, in alternating rounds.", speed),
    commandOf("soak", "Runs the real server under faults and load, and asks it from another process.", faults)
  ])
)
