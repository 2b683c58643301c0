import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { stores } from "./Database.ts"
import { runAll } from "./Run.ts"
import { faults as scenarios } from "./Scenarios.ts"

/** The share of contacts, requests and rows of a quick run. */
const quickShare = 0.05

const all = "all"
const both = "both"

const input = {
  name: Argument.Literals("name", [all, ...scenarios.map(({ name }) => name)]).pipe(
    Argument.withDescription(
      [`One of these, or ${all}:`, ...scenarios.map(({ about, name }) => `${name}: ${about}`)].join("\n")
    )
  ),
  store: Flag.Literals("store", [...stores, both]).pipe(
    Flag.withDescription("The database; of a scenario that is one of the other database, nothing is run."),
    Flag.withDefault(both)
  ),
  seed: Flag.Int("seed").pipe(Flag.withDescription("Decides whatever is chosen by chance."), Flag.withDefault(1)),
  seconds: Flag.Int("seconds").pipe(
    Flag.withDescription("How long to go on, where a scenario has no end of its own."),
    Flag.optional
  ),
  quick: Flag.Boolean("quick").pipe(
    Flag.withDescription("A twentieth of contacts, rows and requests: proves that it works."),
    Flag.withDefault(false)
  ),
  markdown: Flag.Boolean("markdown").pipe(Flag.withDescription("Prints a table for a page."), Flag.withDefault(false)),
  json: Flag.Boolean("json").pipe(
    Flag.withDescription("Prints a line of JSON for each scenario and store."),
    Flag.withDefault(false)
  )
}

/** `npm run soak`: runs the real server under faults and load. Exits with 1 if a limit is broken. */
export const soakCommand = Command.make("soak", input, ({ json, markdown, name, quick, seconds, seed, store }) =>
  Effect.gen(function* () {
    const chosen = scenarios.filter((scenario) => name === all || scenario.name === name)
    const run = { seed, seconds: Option.getOrUndefined(seconds), share: quick ? quickShare : 1 }
    const holds = yield* runAll(
      chosen,
      stores.filter((one) => store === both || store === one),
      run,
      json ? "json" : markdown ? "markdown" : "table"
    )
    if (!holds) yield* Effect.sync(() => (process.exitCode = 1))
  })
).pipe(Command.withDescription("Runs the real server under faults and load, and asks it from another process."))
