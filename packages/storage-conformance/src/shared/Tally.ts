import { Config, Console, Context, Effect, Option } from "effect"

/** How many generated cases a suite has really run: one object for each suite, which `forAll` counts in. */
export const Tally = Context.Reference<{ cases: number }>("@rollcall/storage-conformance/shared/Tally", {
  defaultValue: () => ({ cases: 0 })
})

const asked = Effect.all(
  ["ROLLCALL_PLANS", "ROLLCALL_SEQUENCES", "ROLLCALL_IMPORTS"].map((name) => Config.option(Config.Int(name)))
)

/** Says what was run, to those who asked for a number. */
export const sayHowMany = Effect.fnUntraced(function* (suite: string, { cases }: { readonly cases: number }) {
  const figures = yield* asked
  if (cases > 0 && figures.some(Option.isSome)) yield* Console.log(`${suite}: ${cases} generated cases ran`)
})
