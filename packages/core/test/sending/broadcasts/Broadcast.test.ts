import { assert, it } from "@effect/vitest"
import type { Broadcast } from "@rollcall/core"
import { hasExpired } from "@rollcall/core/storage"
import { DateTime } from "effect"

it("B3: a broadcast has expired from its last moment, and a broadcast without one never expires", () => {
  const [now, later] = [DateTime.makeUnsafe(1_000), DateTime.makeUnsafe(2_000)]
  const until = (validUntil: Broadcast["validUntil"]) => ({ validUntil })
  assert.isFalse(hasExpired(until(later), now))
  assert.isTrue(hasExpired(until(later), later))
  assert.isTrue(hasExpired(until(now), later))
  assert.isFalse(hasExpired(until(null), later))
})
