import { assert, it } from "@effect/vitest"
import { makeLruCache } from "../../src/shared/LruCache.ts"

it("the cache has at most its capacity of entries: the least recently used entry is removed", () => {
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
