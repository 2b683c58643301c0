import { Console, Effect } from "effect"
import { makeProgress } from "../../src/screen/Progress.ts"

/** A program that prints in every way while a progress bar is on the screen. */
const noise = Effect.gen(function* () {
  const progress = yield* makeProgress("rows")
  for (let step = 1; step <= 20; step++) {
    yield* progress.show(step * 1_000, step / 20)
    yield* progress.say(`said ${step} ${"long ".repeat(step)}end`)
    yield* Console.log(`logged ${step} 三毛猫`)
    process.stderr.write(`half ${step}, `)
    yield* progress.show(step * 1_000 + 1, step / 20)
    process.stderr.write("whole\n")
    process.emitWarning(`warned ${step}`)
    yield* Effect.sleep("2 millis")
  }
  yield* progress.end
  yield* progress.say("the end")
})

await Effect.runPromise(Effect.scoped(noise))
