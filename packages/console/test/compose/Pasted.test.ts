import { describe, expect, it } from "vitest"
import { countPasted, readPasted } from "../../src/compose/draft/Pasted.ts"

describe("pasted text", () => {
  it("can contain numbers in any form, one per row or separated by commas", () => {
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

  it("can contain table rows, with or without titles", () => {
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

  it("counts rows, invalid numbers and duplicates", () => {
    const pasted = readPasted("4930901820\n+49 30 901820\n030 901820\nAda\n4930901820")
    expect(countPasted(pasted)).toEqual({ rows: 5, wrong: 2, repeated: 2 })
    expect(countPasted(readPasted(" \n"))).toEqual({ rows: 0, wrong: 0, repeated: 0 })
  })
})
