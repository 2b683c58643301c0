import { assert, it } from "@effect/vitest"
import { makeLruCache } from "../../src/shared/LruCache.ts"

it("entries are as many as the capacity: the one whose use is longest ago is forgotten", () => {
  const entries = makeLruCache<number>(3)
  for (let at = 0; at < 3; at++) entries.set(`${at}`, at)
  assert.strictEqual(entries.get("0"), 0)
  entries.set("3", 3)
  assert.deepStrictEqual(
    ["0", "1", "2", "3"].map((key) => entries.get(key)),
    [0, undefined, 2, 3]
  )
  entries.remove("3")
  assert.isUndefined(entries.get("3"))
})
