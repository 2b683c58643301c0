import { describe, expect, it } from "vitest"
import { isRecord } from "../../src/reading/Reader.ts"
import en from "../../src/texts/en.json" with { type: "json" }
import { formatMonth, text } from "../../src/texts/Text.ts"

/** The texts, and the places in each of its forms. */
const formsIn = (texts: unknown, path: string): ReadonlyArray<readonly [string, ReadonlyArray<string>]> => {
  if (typeof texts === "string") return [[path, [texts]]]
  if (!isRecord(texts)) return [[path, []]]
  if (typeof texts.one === "string" && typeof texts.other === "string") return [[path, [texts.one, texts.other]]]
  return Object.entries(texts).flatMap(([key, inner]) => formsIn(inner, path === "" ? key : `${path}.${key}`))
}

const placesIn = (form: string) => [...form.matchAll(/\{(\w+)\}/g)].map(([, place]) => place)

describe("a text", () => {
  it("has values in its places, and is chosen by the count", () => {
    expect(text("contacts.found", { count: 1 })).toBe("1 contact")
    expect(text("contacts.found", { count: 5_000 })).toBe(`${(5_000).toLocaleString("en")} contacts`)
    expect(text("contacts.choose", { name: "<b>{name}</b>" })).toBe("Choose <b>{name}</b>")
    expect(formatMonth(1)).toBe("January")
  })

  it("is never empty, and one has no place that others have not", () => {
    const forms = formsIn(en, "")
    expect(forms.length).toBeGreaterThan(100)
    expect(forms.filter(([, texts]) => texts.length === 0 || texts.some((form) => form.trim() === ""))).toEqual([])
    const unlike = forms.filter(
      ([, [one = "", other = one]]) => !placesIn(one).every((place) => placesIn(other).includes(place))
    )
    expect(unlike).toEqual([])
  })
})
