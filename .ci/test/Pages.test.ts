import { existsSync, globSync } from "node:fs"
import { dirname, join } from "node:path"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { packages, read, repository, run } from "../Repository.ts"

const pages = globSync(["*.md", "docs/**/*.md", ".changeset/README.md"], { cwd: repository }).sort()

const { scripts } = Schema.decodeSync(
  Schema.fromJsonString(Schema.Struct({ scripts: Schema.Record(Schema.String, Schema.String) }))
)(read("package.json"))

const matches = (page: string, pattern: RegExp): ReadonlyArray<string> =>
  [...read(page).matchAll(pattern)].flatMap(([, match]) => match ?? [])

describe.each(pages)("%s", (page) => {
  it("links to files that are there", () => {
    const links = matches(page, /\]\((?!https?:)([^)#]+)/g)
    expect(links.filter((link) => !existsSync(join(repository, dirname(page), link)))).toEqual([])
  })

  it("names scripts that package.json has", () => {
    const named = matches(page, /npm run ([a-z]+(?::[a-z]+)*)/g)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

describe.each(packages)("@rollcall/%s", (name) => {
  it.each(["README.md", "docs/architecture.md"])("has a row in %s", (page) => {
    expect(
      read(page)
        .split("\n")
        .filter((line) => line.startsWith("|") && line.includes(`@rollcall/${name}\``))
    ).toHaveLength(1)
  })
})

describe("the program in the README", () => {
  it("runs as it stands there, here on a database in memory", () => {
    const [program = ""] = matches("README.md", /```ts\n([^]*?)```/g)
    expect(program).toContain('filename: "clinic.db"')
    const code = program.replace("clinic.db", ":memory:")
    const options = ["--conditions=source", "--input-type=module-typescript", "--eval", code]
    expect(run(process.execPath, options, join(repository, "examples/embed"))).toMatch(
      /total: 1,[^]*lastName: 'Müller'/
    )
  })
})
