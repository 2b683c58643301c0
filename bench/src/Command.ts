import { Config, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import type { Pace } from "./Alternate.ts"
import { bench, type Plan } from "./Bench.ts"
import type { Size } from "./Case.ts"
import { growth } from "./growth/Growth.ts"
import { writePage } from "./Page.ts"
import { type Store, stores } from "./stores/Fixture.ts"

const slow: Pace = { warmUp: 200, samples: 400, seconds: 3 }
const large: Size = { imports: 40, rows: 1_000, recipients: 50_000, rounds: 3 }

/** Writes few contacts, so that a store of 10,000 keeps about as many. */
const brief: Size = { ...large, imports: 2 }

/** Enough for a median: there are many cases, and each is measured with three numbers of contacts. */
const steady: Pace = { warmUp: 40, samples: 100, seconds: 1.5 }

/** The numbers of contacts that are compared. */
const sizesOf = (store: Store, contacts: number | undefined): ReadonlyArray<number> => {
  const most = contacts ?? (store === "postgres" ? 1_000_000 : 200_000)
  return (store === "postgres" ? [most / 100, most / 10, most] : [most / 20, most / 4, most]).map(Math.ceil)
}

/** Proves that everything works; the figures mean little. */
export const quick = {
  contacts: 5_000,
  pace: { warmUp: 20, samples: 20, seconds: 0.3 },
  size: { imports: 2, rows: 100, recipients: 300, rounds: 1 }
}

const flags = {
  contacts: Flag.Int("contacts").pipe(
    Flag.withDescription(
      "How many contacts each store has: 100,000; with --growth at most 1,000,000 on Postgres, else 200,000."
    ),
    Flag.optional
  ),
  growth: Flag.Boolean("growth").pipe(
    Flag.withDescription(
      "Measures by the number of contacts: with a hundredth, a tenth and all; with a twentieth, a quarter and all on SQLite."
    ),
    Flag.withDefault(false)
  ),
  quick: Flag.Boolean("quick").pipe(
    Flag.withDescription(`${quick.contacts} contacts, small broadcasts and few samples: proves that it works.`),
    Flag.withDefault(false)
  ),
  only: Flag.Literals("only", stores).pipe(Flag.withDescription("This store alone."), Flag.optional),
  markdown: Flag.Boolean("markdown").pipe(Flag.withDescription("Prints a table for a page."), Flag.withDefault(false)),
  page: Flag.Boolean("page").pipe(
    Flag.withDescription(
      "Measures all in five rounds, and writes the figures to docs/reference/bench.md; --growth to growth.md."
    ),
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
    const contacts = Option.getOrUndefined(given.contacts)
    const plan: Plan = {
      ...(given.quick
        ? quick
        : { contacts: contacts ?? 100_000, pace: given.growth ? steady : slow, size: given.growth ? brief : large }),
      filter: given.filter,
      postgresUrl: yield* Config.option(Config.NonEmptyString("ROLLCALL_TEST_POSTGRES_URL"))
    }
    if (given.page && !given.growth) return yield* writePage(plan)
    const format = given.json ? "json" : given.markdown ? "markdown" : "table"
    const chosen = Option.match(given.only, { onNone: () => stores, onSome: (only) => [only] })
    if (!given.growth) return yield* bench(chosen, plan, format)
    // Memory is no store of many contacts.
    const grown = chosen.filter((store) => Option.isSome(given.only) || store !== "memory")
    const sizes = (store: Store) => (given.quick ? [1_000, quick.contacts] : sizesOf(store, contacts))
    yield* growth(grown, plan, sizes, format, given.page)
  })
).pipe(Command.withDescription("Measures Rollcall beside hand-written SQL, on the same tables in the same run."))
