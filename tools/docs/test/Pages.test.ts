import { existsSync, globSync } from "node:fs"
import { dirname, join } from "node:path"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { withCode } from "../parts/CodeParts.ts"
import { values, withValues } from "../parts/Values.ts"
import { codes } from "../../../packages/rollcall/src/RollcallError.ts"
import { folderOrder } from "../../fences/PackageGraph.ts"
import { made, nameOf, packages, read, repository } from "../../Repository.ts"

const pages = globSync(["*.md", "docs/**/*.md", "packages/*/README.md", ".changeset/README.md"], {
  cwd: repository
}).sort()

const { scripts } = Schema.decodeSync(
  Schema.fromJsonString(Schema.Struct({ scripts: Schema.Record(Schema.String, Schema.String) }))
)(read("package.json"))

const matches = (page: string, pattern: RegExp): ReadonlyArray<string> =>
  [...read(page).matchAll(pattern)].flatMap(([, match]) => match ?? [])

describe.each(pages)("%s", (page) => {
  it("links to existing files", () => {
    const links = matches(page, /\]\((?!https?:)([^)#]+)/g)
    expect(links.filter((link) => !existsSync(join(repository, dirname(page), link)))).toEqual([])
  })

  it("names scripts in package.json", () => {
    const named = matches(page, /npm run ([a-z]+(?::[a-z]+)*)/g)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

/** The paths of all the repository's files, without build output. */
const files = globSync("{*,.*,.ci/*,bench/**,deploy/**,docs/**,examples/**,packages/**,patches/**,tools/**}", {
  cwd: repository,
  exclude: made
})

/**
 * Returns whether a name is a valid file or folder reference in a page: the end of a path, with or without the
 * package's `src`.
 */
const isPath = (name: string): boolean => {
  const end = `/${name.replace(/\/$/, "")}`
  return files.some((file) => [file, file.replace("/src/", "/")].some((path) => `/${path}`.endsWith(end)))
}

/** Returns the texts between backquotes in a page, without its code blocks. */
const quoted = (page: string): ReadonlyArray<string> =>
  Array.from(
    read(page)
      .replaceAll(/^```[^]*?^```/gm, "")
      .matchAll(/`([^`\n]+)`/g),
    ([, text = ""]) => text
  )

/** The pages about the sources. Other pages also name files of other places. */
const ofSources = pages.filter((page) =>
  /^CONTRIBUTING|^docs\/(contributing\/|explanation\/(architecture|threat)|how-to\/custom-)|^packages\//.test(page)
)

describe.each(ofSources)("%s", (page) => {
  it("names existing files and folders", () => {
    const folders = RegExp(
      `^(core|api|http|shared|storage-\\w+|${(folderOrder["core"] ?? []).flat().join("|")})/[\\w/-]+$`
    )
    const named = quoted(page).filter((text) => /^[\w/.-]+\.(ts|json|md)$/.test(text) || folders.test(text))
    expect(named.filter((text) => !isPath(text) && !text.startsWith("/"))).toEqual([])
  })
})

describe("docs/contributing/recipes.md", () => {
  it("lists exactly the files that name a contact field other than identifiers", () => {
    const sources = files.filter((file) => /^packages\/(?!conformance)[\w-]+\/src\/.*\.ts$/.test(file))
    const generated = "packages/http/src/system/Examples.ts"
    // Docstrings are ignored, because their examples are compiled with the sources.
    const code = (file: string) => read(file).replaceAll(/\/\*\*[^]*?\*\//g, "")
    const naming = sources.filter((file) => file !== generated && /\blast_?name\b/i.test(code(file)))
    expect(naming.sort()).toEqual([
      "packages/api/src/contacts/ContactsApi.ts",
      "packages/console/src/contacts/PredefinedFields.ts",
      // Files that split a full name, which concern only names.
      "packages/contact-files/src/csv/ColumnMap.ts",
      "packages/contact-files/src/csv/HeaderNames.ts",
      "packages/core/src/people/contact-fields/WritableFields.ts",
      // Files that list the name fields, which have their own order.
      "packages/core/src/people/contacts/ContactSearch.ts",
      "packages/storage-postgres/src/migrations/0002_contacts.ts",
      "packages/storage-sqlite/src/migrations/0002_contacts.ts"
    ])
  })
})

describe("docs/explanation/architecture.md", () => {
  it("lists the bulk statements, each with the function in its docstring", () => {
    const rows = Array.from(
      read("docs/explanation/architecture.md").matchAll(/^\| `(\w+Store\.\w+)` +\| `([\w.]+)`/gm),
      ([, statement, equal]) => `${statement} ${equal}`
    )
    const ports = ["sending/delivery/DeliveryStore", "sending/broadcasts/BroadcastStore"].flatMap((port) =>
      Array.from(
        read(`packages/core/src/${port}.ts`).matchAll(/\(equals[\s*]+`([\w.]+)`[^]*?\*\/\s+readonly (\w+):/g),
        ([, equal, method]) => `${port.replace(/.*\//, "")}.${method} ${equal}`
      )
    )
    expect(ports).not.toEqual([])
    expect(rows.sort()).toEqual(ports.sort())
  })
})

describe.each(packages.map(nameOf))("%s", (name) => {
  it("has a row in the table of packages", () => {
    const rows = read("docs/explanation/architecture.md").split("\n")
    expect(rows.filter((line) => /^\| \[?`([^`]+)`/.exec(line)?.[1] === name)).toHaveLength(1)
  })
})

describe.each(pages.filter((page) => page.startsWith("packages/")))("%s", (page) => {
  it("has blocks that compile as the reader sees them, without hidden code", () => {
    expect(read(page)).not.toContain("<!-- given")
  })
})

describe("docs/README.md", () => {
  it("links to every page", () => {
    const linked = matches("docs/README.md", /\]\((?!https?:)([^)#]+)/g).map((link) => join("docs", link))
    expect(globSync("docs/**/*.md", { cwd: repository }).filter((page) => !linked.includes(page))).toEqual([
      "docs/README.md"
    ])
  })
})

describe("docs/reference/promises.md", () => {
  it("lists every area of a workspace", () => {
    const listed = matches("docs/reference/promises.md", /^\| \[`clinic\.(\w+)`\]/gm)
    expect(listed.map((name) => `\`${name}\``).join(", ")).toBe(values["areas of a workspace"]?.())
  })
})

describe("docs/reference/errors.md", () => {
  it("has advice for every code", () => {
    const listed = matches("docs/reference/errors.md", /^\| `(\w+)` +\| (?:no|at once|later|after|in) ?/gm)
    expect(listed).toEqual(Object.keys(codes))
  })
})

describe("docs/reference/services.md", () => {
  it("lists every service that core exports for applications", () => {
    const page = read("docs/reference/services.md")
    const doors = ["people", "sending", "events", "operations"].map((door) => read(`packages/core/src/${door}.ts`))
    const exported = new Set(doors.join().match(/\w+/g))
    const services = globSync("packages/core/src/*/*/*.ts", { cwd: repository }).flatMap((file) => {
      // The services with an example in their docstring.
      const found = read(file).matchAll(/@example\n(?: \*.*\n)+export class (\w+) extends Context\.Service</g)
      return Array.from(found, ([, name = ""]) => name).filter((name) => exported.has(name))
    })
    expect(services.length).toBeGreaterThan(20)
    expect(services.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})

describe("a code part", () => {
  const file = "examples/embed/src/Some.ts"
  const code = "const a = 1\n// #region b\n  const b = 2\n    b()\n// #endregion\n"
  const written = (text: string) =>
    withCode("page.md", text, (name) => {
      if (name !== file) throw new Error(`no file ${name}`)
      return code
    })
  const part = (source: string, text: string) => `# Page\n\n<!-- code ${source} -->\n\n${text}\n\n<!-- /code -->\n`

  it("contains the file in place of the old content, however often it is on the page", () => {
    const [old, now] = ["```ts\nconst a = 0\n```", "```ts\nconst a = 1\n  const b = 2\n    b()\n```"]
    expect(written(part(file, old) + part(file, ""))).toBe(part(file, now) + part(file, now))
  })

  it("contains a region of the file, without its indentation", () => {
    expect(written(part(`${file}#b`, ""))).toBe(part(`${file}#b`, "```ts\nconst b = 2\n  b()\n```"))
  })

  it("is not replaced in code, where a page shows how to write one", () => {
    const shown = `Write \`<!-- code ${file} -->\` and \`<!-- /code -->\`, or:\n\n`
    const block = `\`\`\`md\n<!-- code ${file} -->\n<!-- /code -->\n\`\`\`\n`
    expect(written(shown + block)).toBe(shown + block)
    expect(written(shown + part(file, ""))).toContain(
      `${shown}# Page\n\n<!-- code ${file} -->\n\n\`\`\`ts\nconst a = 1`
    )
  })

  it.each([
    ["a file that is not there", part("examples/embed/src/None.ts", ""), "no file examples/embed/src/None.ts"],
    ["a region that is not there", part(`${file}#c`, ""), "page.md: examples/embed/src/Some.ts#c is not there"],
    ["a file that no test runs", part("bench/src/main.ts", ""), "which is no file of an example"],
    ["no end", `<!-- code ${file} -->\n`, "without its beginning or its end"],
    ["no end before the next", `<!-- code ${file} -->\n${part(file, "")}`, "without its beginning or its end"],
    ["no beginning", "<!-- /code -->\n", "without its beginning or its end"]
  ])("with %s is an error", (_, page, message) => {
    expect(() => written(page)).toThrow(message)
  })

  it("copies from examples with a test", () => {
    const examples = globSync("examples/*/package.json", { cwd: repository }).map(dirname)
    expect(examples.filter((folder) => globSync(`${folder}/test/*.test.ts`, { cwd: repository }).length === 0)).toEqual(
      []
    )
  })
})

describe("a code value", () => {
  it.each(Object.keys(values))("%s is written into a page", (name) => {
    const [is, shouldBe] = ["old", values[name]?.()].map(
      (value) => `- <!-- value ${name} -->${value}<!-- /value -->, so.`
    )
    expect(withValues("page.md", is ?? "")).toBe(shouldBe)
  })

  it("equals the value in the code", () => {
    expect(values["sends in flight"]?.()).toBe("160")
    expect(values["sends in flight at most"]?.()).toBe("800")
    expect(values["areas of a workspace"]?.()).toMatch(/^`contacts`, .*`optOuts`/)
  })

  it("is not replaced in code", () => {
    expect(withValues("page.md", "`<!-- value none -->` `<!-- /value -->`")).toBe(
      "`<!-- value none -->` `<!-- /value -->`"
    )
  })

  it.each([
    ["a name that is not there", "<!-- value none -->1<!-- /value -->", 'the value "none"'],
    ["no end", "<!-- value oldest node -->1", "without its beginning or its end"],
    ["no beginning", "1<!-- /value -->", "without its beginning or its end"]
  ])("with %s is an error", (_, page, message) => {
    expect(() => withValues("page.md", page)).toThrow(message)
  })
})

/** The names of the stores and channels in texts. */
const adapters: Readonly<Record<string, RegExp>> = {
  "channel-simulator": /simulator/,
  "channel-whatsapp": /WhatsApp/,
  "storage-memory": /memory/,
  "storage-postgres": /PostgreSQL/,
  "storage-sqlite": /SQLite/
}

describe.each(["README.md", "docs/explanation/what-it-is.md"])("%s", (page) => {
  it("names every existing store and channel", () => {
    const folders = packages.filter((name) => /^(channel|storage)-(?!sql$)/.test(name))
    expect(Object.keys(adapters)).toEqual(folders)
    expect(folders.filter((name) => adapters[name]?.test(read(page)) !== true)).toEqual([])
  })

  it("reports what is missing", () => {
    expect(read(page)).toMatch(/SMS (?:and|or) email/)
  })
})

describe("README.md", () => {
  const readme = read("README.md")

  it("has less than 5 KB, code on its first screen, and the commands to start and to test", () => {
    expect(Buffer.byteLength(readme)).toBeLessThan(5_000)
    expect(readme.split("\n").findIndex((line) => line === "```ts")).toBeLessThan(12)
    for (const command of ["npm ci && npm start", "npm ci && npm test"]) expect(readme).toContain(`\n${command}`)
  })

  it("installs like the installation page, which is tested", () => {
    const commands = ["npm ci && npm run pack", "npm install effect ~/rollcall/packed/rollcall-*.tgz"]
    for (const page of ["README.md", "docs/how-to/install-from-a-clone.md"])
      expect(commands.filter((command) => !read(page).includes(`\n${command}`))).toEqual([])
  })
})

describe("CONTRIBUTING.md", () => {
  it("fits on one page, and lists the checks needed for one package", () => {
    const page = read("CONTRIBUTING.md")
    expect(page.split("\n").length).toBeLessThanOrEqual(70)
    expect(page).toContain("npm run check && npm run lint && npm test -- packages/core")
  })
})

describe("docs/how-to/troubleshooting.md", () => {
  /** The sources with their messages on one line, because a string may continue on the next line. */
  const sources = globSync("packages/*/src/**/*.{ts,js,tsx}", { cwd: repository })
    .map(read)
    .join("\n")
    .replaceAll(/["`] \+\s+["`]/g, "")

  /** Messages of other programs. */
  const others = ["password authentication failed"]

  it("contains the sources' messages", () => {
    const [, ...rows] = Array.from(
      read("docs/how-to/troubleshooting.md").matchAll(/^\| (.+?) +\|/gm),
      ([, cell = ""]) => cell
    )
    const messages = rows
      .filter((cell) => !cell.startsWith("npm:"))
      .flatMap((cell) => Array.from(cell.matchAll(/`([^`]* [^`]*)`/g), ([, message = ""]) => message))
    expect(messages.length).toBeGreaterThan(10)
    const parts = messages.flatMap((message) => message.split(/ ?\.\.\.,? ?/)).filter((part) => part.includes(" "))
    const unknown = parts.filter((part) => !sources.includes(part))
    expect(unknown.filter((part) => !others.some((other) => part.startsWith(other)))).toEqual([])
  })
})
