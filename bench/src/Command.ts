import { Config, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import type { Pace } from "./Alternate.ts"
import { bench, type Plan } from "./Bench.ts"
import type { Size } from "./Case.ts"
import { growth } from "./Growth.ts"
import { writePage } from "./Page.ts"
import { stores } from "./stores/Fixture.ts"

const slow: Pace = { warmUp: 200, samples: 400, seconds: 3 }
const large: Size = { imports: 40, rows: 1_000, recipients: 50_000, rounds: 3 }

/** Writes few contacts, so that a store of 10,000 keeps about as many. */
const brief: Size = { ...large, imports: 2 }

/** Proves that everything works; the figures mean little. */
export const quick = {
  contacts: 5_000,
  pace: { warmUp: 20, samples: 20, seconds: 0.3 },
  size: { imports: 2, rows: 100, recipients: 300, rounds: 1 }
}

const flags = {
  contacts: Flag.Int("contacts").pipe(
    Flag.withDescription("How many contacts each store has: 100,000, and 1,000,000 at most with --growth."),
    Flag.optional
  ),
  growth: Flag.Boolean("growth").pipe(
    Flag.withDescription("Measures what must not grow, with a hundredth, a tenth and all of the contacts."),
    Flag.withDefault(false)
  ),
  quick: Flag.Boolean("quick").pipe(
    Flag.withDescription(`${quick.contacts} contacts, small broadcasts and few samples: proves that it works.`),
    Flag.withDefault(false)
  ),
  only: Flag.Literals("only", stores).pipe(Flag.withDescription("This store alone."), Flag.optional),
  markdown: Flag.Boolean("markdown").pipe(Flag.withDescription("Prints a table for a page."), Flag.withDefault(false)),
  page: Flag.Boolean("page").pipe(
    Flag.withDescription("Measures everything in five rounds, and writes the figures to docs/reference/bench.md."),
    Flag.withDefault(false)
  ),
  json: Flag.Boolean("json").pipe(
    Flag.withDescription("Prints a line of JSON for each store."),
    Flag.withDefault(false)
  ),
  filter: Flag.String("filter").pipe(
    Flag.withDescription("Only cases with this text in their name."),
    Flag.withDefault("")
  )
}

/** `npm run bench`: measures the library beside hand-written SQL. */
export const command = Command.make("bench", flags, (given) =>
  Effect.gen(function* () {
    const contacts = Option.getOrElse(given.contacts, () => (given.growth ? 1_000_000 : 100_000))
    const plan: Plan = {
      ...(given.quick ? quick : { contacts, pace: slow, size: given.growth ? brief : large }),
      filter: given.filter,
      postgresUrl: yield* Config.option(Config.NonEmptyString("ROLLCALL_TEST_POSTGRES_URL"))
    }
    if (given.page) return yield* writePage(plan)
    const format = given.json ? "json" : given.markdown ? "markdown" : "table"
    const chosen = Option.isSome(given.only) ? [given.only.value] : stores
    if (!given.growth) return yield* bench(chosen, plan, format)
    const sizes = given.quick ? [1_000, quick.contacts] : [contacts / 100, contacts / 10, contacts].map(Math.ceil)
    yield* growth(chosen, plan, sizes, format)
  })
).pipe(Command.withDescription("Measures Rollcall beside hand-written SQL, on the same tables in the same run."))
