import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { zoneOfName } from "../../../src/people/workspaces/ZoneOfName.ts"

describe("a name's time zone", () => {
  it("is one object for all spellings of the name, so that no spelling is cached", () => {
    const spellings = ["Europe/Berlin", "europe/berlin", "EUROPE/BERLIN", "eUROPE/bERLIN"]
    const zones = new Set(spellings.map((name) => Option.getOrNull(zoneOfName(name))))
    assert.lengthOf([...zones], 1)
    assert.isTrue(Option.isNone(zoneOfName("Europe/Nowhere")))
  })
})
