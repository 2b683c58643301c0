import { describe, expect, it } from "vitest"
import { countPasted, readPasted } from "../../src/compose/draft/Pasted.ts"

describe("what is pasted", () => {
  it("may be numbers in any form, in rows or with commas between", () => {
    expect(
      readPasted("+49 (30) 901-820\r\n0049 30 901 821\n\n4930901822").rows.map(({ identifier }) => identifier)
    ).toEqual(["4930901820", "4930901821", "4930901822"])
    expect(readPasted("4930901820, 4930901821;").rows).toHaveLength(1)
    expect(readPasted("4930901820, 4930901821, +4930901822").rows.map(({ identifier }) => identifier)).toEqual([
      "4930901820",
      "4930901821",
      "4930901822"
    ])
  })

  it("may be rows of a table, with titles or without", () => {
    expect(readPasted("Number\tName\tCity\n4930901820\tAda\tBerlin\n4930901821\tZoë\t")).toEqual({
      columns: ["Name", "City"],
      rows: [
        { identifier: "4930901820", cells: ["Ada", "Berlin"] },
        { identifier: "4930901821", cells: ["Zoë", ""] }
      ]
    })
    expect(readPasted('4930901820;"Müller; Ada ""A"""\n4930901821;Zoë').rows[0]?.cells).toEqual(['Müller; Ada "A"'])
    expect(readPasted("4930901820,Ada,x\n4930901821,Zoë").columns).toEqual(["", ""])
  })

  it("counts rows, numbers that are none, and those that come again", () => {
    const pasted = readPasted("4930901820\n+49 30 901820\n030 901820\nAda\n4930901820")
    expect(countPasted(pasted)).toEqual({ rows: 5, wrong: 2, repeated: 2 })
    expect(countPasted(readPasted(" \n"))).toEqual({ rows: 0, wrong: 0, repeated: 0 })
  })
})
