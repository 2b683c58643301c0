import type { Completions } from "effect/cli"
import { afterAll, describe, expect, it } from "vitest"
import { blocksOf, proseOf } from "../docs/checks/Blocks.ts"
import { isExcepted, unusedExceptions } from "../docs/checks/Exceptions.ts"
import type { KnownNames } from "../docs/checks/KnownNames.ts"
import { checkNames } from "../docs/checks/Names.ts"
import { compileErrors, modulesOf } from "../docs/checks/PastedBlocks.ts"
import { commandNames, commandsIn, treatmentOf } from "../docs/checks/ShellBlocks.ts"
import { importsFor, importsOf } from "../docs/Imports.ts"
import { rulesNamed, withRuleAnchors, withRuleLinks } from "../docs/RuleLinks.ts"
import { commandsOf } from "../docs/shell/RunBlocks.ts"
import { closeCompiler } from "../docs/TypeProgram.ts"

afterAll(closeCompiler)

const fenced = (language: string, text: string, comment = "") => `${comment}\n\n\`\`\`${language}\n${text}\n\`\`\`\n`

const command = (
  name: string,
  flags: ReadonlyArray<string>,
  subcommands: ReadonlyArray<Completions.CommandDescriptor> = []
): Completions.CommandDescriptor => ({
  name,
  description: undefined,
  arguments: [],
  subcommands,
  flags: flags.map((flag) => ({ name: flag, aliases: [], description: undefined, type: { _tag: "Boolean" } }))
})

const known: KnownNames = {
  snake: new Set(["first_name"]),
  paths: new Map([["/v1/contacts/{uuid}", ["GET"]]]),
  statuses: new Set(["422"]),
  commandLine: command("rollcall", [], [command("contacts", [], [command("list", ["sort"])])]),
  variables: new Set(["ROLLCALL_PORT"]),
  rules: new Set(["C1"]),
  calls: new Set(["clinic.contacts", "clinic.contacts.create", "rollcall.close"]),
  settings: new Set(["dispatch.rate"])
}

const unknownIn = (text: string) =>
  checkNames("page.md", text, known).unknown.map(({ kind, name }) => `${kind} ${name}`)

describe("the blocks of a page", () => {
  const page = `text\n${fenced("ts", "const a = 1", "<!-- given: declare const b: number -->")}   1. item\n\n   \`\`\`ts title="b.ts"\n   b()\n   \`\`\`\n`

  it("have their lines, what comments say of them, and the file that they are", () => {
    expect(blocksOf("page.md", page)).toEqual([
      {
        page: "page.md",
        line: 4,
        language: "ts",
        title: undefined,
        text: "const a = 1\n",
        comments: ["given: declare const b: number"]
      },
      { page: "page.md", line: 9, language: "ts", title: "b.ts", text: "b()\n", comments: [] }
    ])
  })

  it("are no prose, and comments are none, but the lines stay", () => {
    expect(
      proseOf(page)
        .split("\n")
        .filter((line) => line !== "")
    ).toEqual(["text", "   1. item"])
    expect(proseOf(page).split("\n")).toHaveLength(page.split("\n").length)
  })
})

describe("the blocks of TypeScript", () => {
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

  it("are a module each, but for those with a reason", () => {
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

  it("that do not compile are found, at their lines", () => {
    const lineOf = (text: string) => page.split("\n").findIndex((line) => line.startsWith(text)) + 1
    expect(compileErrors(modules)).toEqual([
      `docs/Page.md:${lineOf("const b")}: Type 'number' is not assignable to type 'string'.`,
      `docs/Page.md:${lineOf("const c")}: Cannot find name 'undeclared'.`,
      `docs/Page.md:${lineOf("const f")}: Type 'number' is not assignable to type 'string'.`
    ])
  })
})

describe("the imports of a part", () => {
  const imports = importsOf(
    'import { type A, b as c } from "x"\nimport * as d from "y"\nimport type { E } from "z"\n\nrest\n'
  )

  it("are those whose names it uses, also in types, and not in texts, comments, members or keys", () => {
    expect(importsFor(imports, "const x: A = c(d.e)")).toEqual([
      'import { type A, b as c } from "x"',
      'import * as d from "y"'
    ])
    expect(importsFor(imports, 'const x = { c: 1, e: y.A } // E\nconst d1 = "d"')).toEqual([])
  })
})

describe("the names of a page", () => {
  it("are looked up wherever they stand in backquotes", () => {
    expect(
      unknownIn("`first_name`, `GET /v1/contacts/{id}`, `rollcall contacts list --sort`, `ROLLCALL_PORT`")
    ).toEqual([])
    expect(unknownIn("`first_name` and `contacts[3].firstt_name`")).toEqual(["name firstt_name"])
    expect(unknownIn("`ROLLCALL_PROT=1`")).toEqual(["variable ROLLCALL_PROT"])
    expect(unknownIn("`--sort` and `--sorted`")).toEqual(["option --sorted"])
    expect(unknownIn("`POST /v1/contacts/{uuid}`, `/v1/contact`")).toEqual([
      "path POST /v1/contacts/{uuid}",
      "path /v1/contact"
    ])
    expect(unknownIn("`rollcall contacts show`, `rollcall contacts list --order`")).toEqual([
      "command contacts show",
      "option list --order"
    ])
  })

  it("are calls of the promise library, of which a table of a database is none", () => {
    expect(
      unknownIn("`clinic.contacts.create({})`, `clinic.contacts`, `rollcall.close()`, `rollcall.events`, `clinic.db`")
    ).toEqual([])
    expect(unknownIn("`clinic.contact.create()`, `rollcall.broadcasts.retry(uuid)`")).toEqual([
      "call clinic.contact.create",
      "call rollcall.broadcasts.retry"
    ])
  })

  it("are settings, and methods of an area", () => {
    expect(unknownIn("`dispatch.rate`, `contacts.create()`, `other.rate`")).toEqual([])
    expect(unknownIn("`dispatch.ratio`, `contacts.creates`")).toEqual([
      "setting or method dispatch.ratio",
      "setting or method contacts.creates"
    ])
  })

  it("are statuses and rules of its prose too", () => {
    expect(unknownIn("It answers 422 and is answered with 418, see C1 and C2.")).toEqual(["status 418", "rule C2"])
  })

  it("are not looked up in blocks", () => {
    expect(unknownIn(fenced("sh", "`wrong_name` ROLLCALL_PROT"))).toEqual([])
  })

  it("may be excepted, on all pages or on one, and an exception that no page needs is found", () => {
    const exceptions = { "a reason": ["a_b", "page.md: c_d", "e_f"] }
    expect(["a_b", "c_d"].every((name) => isExcepted(exceptions, "page.md", name))).toBe(true)
    expect(isExcepted(exceptions, "other.md", "c_d")).toBe(false)
    expect(unusedExceptions(exceptions, [{ page: "page.md", name: "a_b" }])).toEqual(["page.md: c_d", "e_f"])
  })
})

describe("the blocks for a shell", () => {
  const blockOf = (page: string, text: string, comment = "") => {
    const [block] = blocksOf(page, fenced("sh", text, comment))
    if (block === undefined) throw new Error("no block")
    return block
  }

  it("are run, or have a reason why not, which may not be empty", () => {
    expect(treatmentOf(blockOf("docs/reference/a.md", "ls"))).toBeUndefined()
    expect(treatmentOf(blockOf("docs/reference/a.md", "ls", "<!-- not walked: -->"))).toBeUndefined()
    expect(treatmentOf(blockOf("docs/reference/a.md", "ls", "<!-- not walked: takes hours -->"))).toEqual({
      notWalked: "takes hours"
    })
    expect(treatmentOf(blockOf("docs/how-to/a.md", "ls"))).toEqual({ by: ".ci/docs/shell.ts" })
  })

  it("have commands whose words are looked up", () => {
    expect(
      commandsIn(
        'rollcall contacts list --sort "a b" \\\n  --x # rollcall y\nA=1 rollcall serve | cat <(rollcall tokens)'
      )
    ).toEqual([["contacts", "list", "--sort", '"a b"', "--x"], ["serve"], ["tokens"]])
    const wrong = commandNames(blockOf("a.md", "rollcall contacts list --sorted x"), known).filter(({ is }) => !is)
    expect(wrong).toEqual([{ kind: "option", name: "list --sorted", is: false }])
  })

  it("are taken apart into commands with their continuation lines", () => {
    expect(commandsOf("a b \\\n  c\nd\ncurl -d '{\n  \"e\": 1\n}'\n")).toEqual([
      "a b \\\n  c",
      "d",
      "curl -d '{\n  \"e\": 1\n}'"
    ])
  })
})

describe("the rules of a page", () => {
  const rules = new Set(["C1", "B21"])
  const linked = (text: string) => withRuleLinks("docs/how-to/Page.md", text, rules)

  it("become links to their places, and old links go there too", () => {
    expect(linked("As said (C1; B21 of the [decisions](../reference/decisions.md)), X9.")).toBe(
      "As said ([C1](../reference/decisions.md#c1); [B21](../reference/decisions.md#b21) of the [decisions](../reference/decisions.md)), X9."
    )
    expect(linked("[C1](../reference/decisions.md#contacts)")).toBe("[C1](../reference/decisions.md#c1)")
    expect(linked(linked("C1"))).toBe(linked("C1"))
  })

  it("are left alone in code, headings, comments, links and blocks", () => {
    const text = `# C1\n\n\`C1\` <!-- C1 --> [C1 and more](x.md)\n${fenced("ts", "// C1")}`
    expect(linked(text)).toBe(text)
    expect(rulesNamed(text)).toEqual([])
    expect(rulesNamed("C1, X9 and [B21](../decisions.md#b21)")).toEqual(["C1", "X9", "B21"])
  })

  it("have a place in the page of the rules, written once", () => {
    const page = "- **C1** One, see B21.\n"
    expect(withRuleAnchors(withRuleAnchors(page))).toBe('- <a id="c1"></a>**C1** One, see B21.\n')
    expect(withRuleLinks("docs/reference/decisions.md", withRuleAnchors(page), rules)).toBe(
      '- <a id="c1"></a>**C1** One, see [B21](#b21).\n'
    )
  })
})
