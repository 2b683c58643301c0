import { expect, it } from "vitest"
import { formatMonth, formatNumber, plural } from "../../src/texts/Text.ts"

it("a text chooses a form by the count, which replaces its #", () => {
  expect(plural(1, "# contact", "# contacts")).toBe("1 contact")
  expect(plural(0, "# contact", "# contacts")).toBe("0 contacts")
  expect(plural(5_000, "# contact", "# contacts")).toBe(`${(5_000).toLocaleString("en")} contacts`)
  expect(plural(2, "recipient", "recipients")).toBe("recipients")
  expect(plural(2, "# of #1", "# of #1")).toBe("2 of #1")
})

it("numbers and months are formatted in the browser's English", () => {
  expect(formatNumber(1_234.5)).toBe((1_234.5).toLocaleString("en"))
  expect(formatMonth(1)).toBe("January")
})
