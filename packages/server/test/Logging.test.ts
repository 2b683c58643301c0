import { assert, describe, it } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import { Cause, Effect, Logger } from "effect"
import { withText } from "../src/Logging.ts"

const logged = Effect.fnUntraced(function* (...parts: ReadonlyArray<unknown>) {
  const messages: Array<unknown> = []
  const logger = Logger.map(Logger.formatStructured, ({ message }) => messages.push(message))
  yield* Effect.provide(Effect.logWarning(...parts), Logger.layer([withText(logger)]))
  return messages
})

describe("a line of the log", () => {
  const away = new StorageError({ reason: "Unavailable", cause: new Error("connect ECONNREFUSED") })
  const examples = [
    ["a text", ["Answered"], "Answered"],
    ["an error", [away], away.message],
    ["a text and an error", ["The import stopped:", away], `The import stopped: ${away.message}`],
    ["a cause alone", [Cause.fail(away)], away.message],
    ["a text and a cause", ["it failed", Cause.fail(away)], "it failed"],
    ["an object", [{ rows: 3 }], '{"rows":3}']
  ] as const
  for (const [what, parts, expected] of examples) {
    it.effect(`of ${what} has a text`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* logged(...parts), [expected])
      })
    )
  }
})
