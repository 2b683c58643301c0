import { afterAll, describe, expect, it } from "vitest"
import { parseDocstring } from "../docs/reference/source/Docstring.ts"
import {
  functionOf,
  partsOf,
  shapesOf,
  shortType,
  withNames,
  withoutUndefined
} from "../docs/reference/source/TypeText.ts"
import { closeCompiler, withTypes } from "../docs/TypeProgram.ts"
import { staleWholePages } from "../docs/Pages.ts"

afterAll(closeCompiler)

describe("the text of a type", () => {
  it("is taken apart where no bracket encloses a separator", () => {
    expect(partsOf("a: Map<string, number>, b: (x: A, y: B) => C, c: { d: E, f: G }", ",")).toEqual([
      "a: Map<string, number>",
      "b: (x: A, y: B) => C",
      "c: { d: E, f: G }"
    ])
  })

  it("has the names of members in the place of long objects, also within others", () => {
    expect(shortType("{ readonly a: string; }")).toBe("{ readonly a: string; }")
    expect(shortType("readonly { readonly a: string; readonly b?: { c: number; } | undefined; }[] | null", 10)).toBe(
      "readonly { a, b? }[] | null"
    )
    expect(shortType("{ readonly [key: string]: unknown; }", 10)).toBe("{ [key: string] }")
  })

  it("has the name of the one type that has these members", () => {
    const members = ["a", "b", "c"].map((name) => ({ name }))
    expect(withNames("Page<{ b?, a, c }>", shapesOf([{ name: "Abc", members }]))).toBe("Page<Abc>")
    expect(withNames("{ a, b }", shapesOf([{ name: "Abc", members }]))).toBe("{ a, b }")
    expect(
      withNames(
        "{ a, b, c }",
        shapesOf([
          { name: "Abc", members },
          { name: "Other", members }
        ])
      )
    ).toBe("{ a, b, c }")
  })

  it("is that of a function, with its arguments and what it returns", () => {
    expect(functionOf("(uuid: string, options?: { a: B } | undefined) => Promise<C>")).toEqual({
      parameters: [
        { name: "uuid", type: "string" },
        { name: "options?", type: "{ a: B }" }
      ],
      returns: "Promise<C>"
    })
    expect(functionOf("<E = never>(a: A<E>) => B")?.returns).toBe("B")
    expect(functionOf("Promise<void>")).toBeNull()
    expect(withoutUndefined("string | null | undefined")).toBe("string | null")
  })
})

describe("a docstring", () => {
  it("has a text, arguments, what it returns, how it fails, and an example", () => {
    const docstring = parseDocstring(`/**
   * Returns it, see {@link Other}.
   *
   * @param uuid The uuid
   *   of it.
   * @returns It.
   * @throws {not_found} when it is not there.
   * @example
   * const it = await get(uuid)
   * console.log(it)
   */`)
    expect(docstring).toEqual({
      text: "Returns it, see `Other`.",
      params: [{ name: "uuid", text: "The uuid\n  of it." }],
      returns: "It.",
      throws: [{ code: "not_found", text: "when it is not there." }],
      example: "const it = await get(uuid)\nconsole.log(it)"
    })
  })
})

describe("the compiler", () => {
  it("reads files that are there for it alone", () => {
    const names = withTypes(new Map([["docs/some/A.ts", 'export const a = "b" as const\n']]), ({ program }) =>
      program.getSourceFileNames().filter((name) => name.includes("docs/some"))
    )
    expect(names).toHaveLength(1)
  })
})

describe("the pages that are written as a whole", () => {
  it("are found when no program writes them any more", () => {
    const page = "# Old\n\n<!-- This page is written by `npm run docs`. -->\n"
    const pages = new Map([
      ["docs/a.md", page],
      ["docs/b.md", page],
      ["docs/c.md", "# By hand\n"]
    ])
    expect(staleWholePages(pages, ["docs/b.md"])).toEqual(["docs/a.md"])
  })
})
