import { assert, it } from "vitest"
import { optOutsQuery, type OptOutsState, scopes, sources } from "../../src/opt-outs/OptOutsState.ts"

it("the shown opt-outs are read from the URL as they were written", () => {
  const states: ReadonlyArray<OptOutsState> = (["any", ...scopes] as const).flatMap((scope) =>
    (["any", ...sources] as const).map((source) => ({ scope, source }))
  )
  for (const state of states) assert.deepStrictEqual(optOutsQuery.read(optOutsQuery.write(state)), state)
  assert.strictEqual(optOutsQuery.write({ scope: "any", source: "any" }).toString(), "")
  const unknown = new URLSearchParams("scope=none&source=pigeon")
  assert.deepStrictEqual(optOutsQuery.read(unknown), { scope: "any", source: "any" })
})
