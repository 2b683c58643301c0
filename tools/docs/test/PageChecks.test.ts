import { afterAll, describe, expect, it } from "vitest"
import { blocksOf, withoutBlocks } from "../checks/Blocks.ts"
import { compileErrors, modulesOf } from "../checks/PastedBlocks.ts"
import { treatmentOf } from "../checks/ShellBlocks.ts"
import { importsFor, importsOf } from "../Imports.ts"
import { commandsOf } from "../../tutorials/Examples.ts"
import { closeCompiler } from "../TypeProgram.ts"

afterAll(closeCompiler)

const fenced = (language: string, text: string, comment = "") => `${comment}\n\n\`\`\`${language}\n${text}\n\`\`\`\n`

describe("a page's code blocks", () => {
  const page = `text\n${fenced("ts", "const a = 1", "<!-- given: declare const b: number -->")}   1. item\n\n   \`\`\`ts title="b.ts"\n   b()\n   \`\`\`\n`

  it("have their lines, their comments' instructions, and their file", () => {
    expect(blocksOf("page.md", page)).toEqual([
      {
        page: "page.md",
        line: 4,
        language: "ts",
        words: [],
        title: undefined,
        text: "const a = 1\n",
        comments: ["given: declare const b: number"]
      },
      { page: "page.md", line: 9, language: "ts", words: ['title="b.ts"'], title: "b.ts", text: "b()\n", comments: [] }
    ])
  })

  it("are removed from a page, except their lines", () => {
    const left = withoutBlocks(page).split("\n")
    expect(left.filter((line) => line !== "")).toEqual([
      "text",
      "<!-- given: declare const b: number -->",
      "   1. item"
    ])
    expect(left).toHaveLength(page.split("\n").length)
  })
})

describe("TypeScript blocks", () => {
  const blocks = [
    fenced("ts", "const a: number = given", "<!-- given: declare const given: number -->"),
    fenced("ts", "const b: string = 1"),
    fenced("ts", "const c = undeclared"),
    fenced("ts", "const d = a", "<!-- not compiled: it shows an error -->"),
    fenced("ts", "export const e = 1", "").replace("```ts", '```ts title="e.ts"'),
    fenced("ts", 'import { e } from "./e.ts"\nconst f: string = e', "").replace("```ts", '```ts title="f.ts"')
  ]
  const page = blocks.join("\n")
  const modules = modulesOf("docs/Page.md", blocksOf("docs/Page.md", page))

  it("are one module each, except those with a reason", () => {
    expect(modules.map(({ file }) => file)).toEqual([
      "docs/Page.pasted0.ts",
      "docs/Page.pasted1.ts",
      "docs/Page.pasted2.ts",
      "docs/Page.pasted/e.ts",
      "docs/Page.pasted/f.ts"
    ])
  })

  it("lack what an example imports from a file that the page does not show", () => {
    const part = (file: string) => `<!-- code examples/query-builders/src/${file} -->\n\n${fenced("ts", "reminderOf")}`
    const textOf = (text: string) =>
      modulesOf("docs/Page.md", blocksOf("docs/Page.md", text)).map((one) => one.text.trim())
    expect(textOf(part("Drizzle.ts#book"))).toEqual(["reminderOf"])
    expect(textOf(part("Reminder.ts") + part("Drizzle.ts#book"))).toEqual([
      "reminderOf",
      'import { reminderOf } from "./Reminder.ts"\nreminderOf'
    ])
  })

  it("that do not compile are reported with their lines", () => {
    const lineOf = (text: string) => page.split("\n").findIndex((line) => line.startsWith(text)) + 1
    expect(compileErrors(modules)).toEqual([
      `docs/Page.md:${lineOf("const b")}: Type 'number' is not assignable to type 'string'.`,
      `docs/Page.md:${lineOf("const c")}: Cannot find name 'undeclared'.`,
      `docs/Page.md:${lineOf("const f")}: Type 'number' is not assignable to type 'string'.`
    ])
  })
})

describe("a part's imports", () => {
  const imports = importsOf(
    'import { type A, b as c } from "x"\nimport * as d from "y"\nimport type { E } from "z"\n\nrest\n'
  )

  it("are those with used names, also in types, and not in strings, comments, members or keys", () => {
    expect(importsFor(imports, "const x: A = c(d.e)")).toEqual([
      'import { type A, b as c } from "x"',
      'import * as d from "y"'
    ])
    expect(importsFor(imports, 'const x = { c: 1, e: y.A } // E\nconst d1 = "d"')).toEqual([])
  })
})

describe("shell blocks", () => {
  const blockOf = (page: string, text: string, comment = "") => {
    const [block] = blocksOf(page, fenced("sh", text, comment))
    if (block === undefined) throw new Error("no block")
    return block
  }

  it("are run, or have a reason why not, which must not be empty", () => {
    expect(treatmentOf(blockOf("docs/reference/a.md", "ls"))).toBeUndefined()
    expect(treatmentOf(blockOf("docs/reference/a.md", "ls", "<!-- not walked: -->"))).toBeUndefined()
    expect(treatmentOf(blockOf("docs/reference/a.md", "ls", "<!-- not walked: takes hours -->"))).toEqual({
      notWalked: "takes hours"
    })
    expect(treatmentOf(blockOf("docs/how-to/a.md", "ls"))).toEqual({ by: "tools/tutorials/guides.ts" })
  })

  it("are split into commands with their continuation lines", () => {
    expect(commandsOf("a b \\\n  c\nd\ncurl -d '{\n  \"e\": 1\n}'\n")).toEqual([
      "a b \\\n  c",
      "d",
      "curl -d '{\n  \"e\": 1\n}'"
    ])
  })
})
