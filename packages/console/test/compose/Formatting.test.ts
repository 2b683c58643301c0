import { describe, expect, it } from "vitest"
import { formatText, type Inline, markPlace } from "../../src/compose/preview/Formatting.ts"

/** A text in one line for each block, with its marks in brackets. */
const shown = (text: string): string =>
  formatText(text)
    .map(({ kind, lines }) => `${kind}: ${lines.map((line) => line.map(piece).join("")).join(" / ")}`)
    .join("\n")

const piece = (inline: Inline): string => {
  if (typeof inline === "string") return inline
  if ("place" in inline) return `{${inline.place}}`
  return `[${inline.mark} ${inline.children.map(piece).join("")}]`
}

describe("formatted message text", () => {
  it("has bold, italic, strikethrough and code, also nested", () => {
    expect(shown("*Sale* _now_ ~old~ `x*y*`")).toBe("text: [bold Sale] [italic now] [strike old] [code x*y*]")
    expect(shown("*very _much_ so*")).toBe("text: [bold very [italic much] so]")
    expect(shown("a ```two\nlines *b*``` z")).toBe("text: a [code two\nlines *b*] z")
  })

  it("keeps characters that are not formatting", () => {
    for (const text of ["2 * 3 * 4", "snake_case_name", "* a*", "*", "**", "*a", "a* b*", "~ x ~", "x*y*z"]) {
      expect(shown(text).replace(/^(?:text|bullets): /, "")).toBe(text.replace(/^\* (?=a)/, ""))
    }
  })

  it("groups the lines of lists and quotes", () => {
    expect(shown("To do:\n- one\n* *two*\n3. three\n4. four\n> said\n\nend")).toBe(
      ["text: To do:", "bullets: one / [bold two]", "numbers: three / four", "quote: said", "text:  / end"].join("\n")
    )
    expect(formatText("7. seven")).toMatchObject([{ kind: "numbers", from: 7 }])
  })

  it("has placeholders for unknown values, also inside formatting", () => {
    expect(shown(`Hello *${markPlace("first name")}*, ${markPlace("2")}`)).toBe("text: Hello [bold {first name}], {2}")
  })

  it("keeps any input as text", () => {
    const hostile = `<img src=x onerror="alert(1)"> *<script>alert(1)</script>*`
    expect(shown(hostile)).toBe(`text: <img src=x onerror="alert(1)"> [bold <script>alert(1)</script>]`)
  })

  it("is parsed fast, whatever the number of special characters", () => {
    const signs = "*_~`".repeat(2_500)
    const begun = performance.now()
    formatText(signs)
    formatText("*a ".repeat(3_300))
    expect(performance.now() - begun).toBeLessThan(2_000)
  })
})
