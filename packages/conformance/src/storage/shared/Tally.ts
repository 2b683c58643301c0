import { Config, Console, Context, Effect, Option } from "effect"

/** The number of generated cases that a suite ran, which `forAll` increments. */
export const Tally = Context.Reference<{ cases: number }>("@rollcall/conformance/storage/shared/Tally", {
  defaultValue: () => ({ cases: 0 })
})

const figures = ["ROLLCALL_PLANS", "ROLLCALL_SEQUENCES", "ROLLCALL_HISTORIES"]

const asked = Effect.all(figures.map((name) => Config.option(Config.Int(name))))

/** Prints how many cases a suite ran, if the environment sets a number of cases. */
export const sayHowMany = Effect.fnUntraced(function* (suite: string, { cases }: { readonly cases: number }) {
  const figures = yield* asked
  if (cases > 0 && figures.some(Option.isSome)) yield* Console.log(`${suite}: ${cases} generated cases ran`)
})
