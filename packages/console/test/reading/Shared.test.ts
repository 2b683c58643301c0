import { expect, it } from "vitest"
import { shared } from "../../src/reading/Shared.ts"

it("a shared value reports each change to its listeners, and none after they unsubscribe", () => {
  const value = shared(1)
  const heard: Array<number> = []
  const stop = value.listen(() => heard.push(value.value))
  value.value = 2
  value.value = 2
  value.value = 3
  stop()
  value.value = 4
  expect([heard, value.value]).toEqual([[2, 3], 4])
})
