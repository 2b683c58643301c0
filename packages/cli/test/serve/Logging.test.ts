import { assert, describe } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import { Cause, Effect, Logger, Redacted } from "effect"
import { formatJson, withText } from "../../src/serve/Logging.ts"
import { test } from "../../../core/test/Suite.ts"

const logged = Effect.fnUntraced(function* (...parts: ReadonlyArray<unknown>) {
  const messages: Array<unknown> = []
  const logger = Logger.map(Logger.formatStructured, ({ message }) => messages.push(message))
  yield* Effect.provide(Effect.logWarning(...parts), Logger.layer([withText(logger)]))
  return messages
})

const away = new StorageError({ reason: "Unavailable", cause: new Error("connect ECONNREFUSED") })

describe("a log line", () => {
  const examples = [
    ["a text", ["Answered"], "Answered"],
    ["an error", [away], away.message],
    ["a text and an error", ["The import stopped:", away], `The import stopped: ${away.message}`],
    ["a cause alone", [Cause.fail(away)], away.message],
    ["a text and a cause", ["it failed", Cause.fail(away)], "it failed"],
    ["an object", [{ rows: 3 }], '{"rows":3}']
  ] as const
  for (const [what, parts, expected] of examples) {
    test(`of ${what} has a text`, function* () {
      assert.deepStrictEqual(yield* logged(...parts), [expected])
    })
  }

  test("is the JSON that Effect's logger produces, with any annotations", function* () {
    const cycle: Record<string, unknown> = { name: "a" }
    cycle["self"] = cycle
    const values = ['a "text"\n', 1.5, Number.NaN, null, undefined, true, 2n, Redacted.make("secret"), cycle, [away]]
    for (const value of values) {
      const lines: Array<string> = []
      const loggers = [formatJson, Logger.formatJson].map(Logger.map((line) => lines.push(line)))
      yield* Effect.logInfo("Answered", ...(value === 1.5 ? [value] : [])).pipe(
        Effect.annotateLogs({ value, route: null }),
        Effect.provide(Logger.layer(loggers))
      )
      assert.strictEqual(lines[0], lines[1])
      assert.notInclude(lines[0], "secret")
    }
  })
})
