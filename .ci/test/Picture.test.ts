import { matchesGlob } from "node:path"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { forbidden } from "../fences/DependencyRules.ts"
import { fixtures } from "../fences/Fixtures.ts"
import { driver, picture, type Row } from "../fences/Picture.ts"
import { packages, read } from "../Repository.ts"

const Manifest = Schema.fromJsonString(Schema.Struct({ dependencies: Schema.Record(Schema.String, Schema.String) }))

const Restriction = Schema.Tuple([
  Schema.Literal("error"),
  Schema.Struct({ patterns: Schema.Tuple([Schema.Struct({ group: Schema.Array(Schema.String) })]) })
])

const Lint = Schema.fromJsonString(
  Schema.Struct({
    overrides: Schema.Array(
      Schema.Struct({
        files: Schema.Array(Schema.String),
        excludeFiles: Schema.optional(Schema.Array(Schema.String)),
        rules: Schema.Record(Schema.String, Schema.Unknown)
      })
    )
  })
)

const BuildPlan = Schema.fromJsonString(
  Schema.Struct({ references: Schema.Array(Schema.Struct({ path: Schema.String })) })
)

const blocks = Schema.decodeSync(Lint)(read(".oxlintrc.json")).overrides

const applies = (block: (typeof blocks)[number], file: string): boolean =>
  block.files.some((glob) => matchesGlob(file, glob)) &&
  !(block.excludeFiles ?? []).some((glob) => matchesGlob(file, glob))

const fences = blocks.flatMap((block) => {
  const rule = block.rules["no-restricted-imports"]
  return rule === undefined ? [] : [{ block, group: Schema.decodeUnknownSync(Restriction)(rule)[1].patterns[0].group }]
})

const declared = (name: string): ReadonlyArray<string> =>
  Object.keys(Schema.decodeSync(Manifest)(read(`packages/${name}/package.json`)).dependencies)

const allowed = (row: Row): ReadonlyArray<string> =>
  [...row.house.map((house) => `@rollcall/${house}`), ...row.others].filter((name) => name !== driver)

describe("the picture", () => {
  it.each(packages)("is what %s declares, less the bundled driver", (name) => {
    const row = picture[name]
    expect([...declared(name)].sort()).toEqual(row && [...allowed(row)].sort())
  })

  it.each(Object.entries(picture))("is what oxlint lets %s import", (name, row) => {
    const groups = fences.filter(({ block }) => applies(block, `packages/${name}/src/Any.ts`))
    expect(groups.map(({ group }) => group)).toEqual([
      [
        "**",
        "!./**",
        "!../**",
        ...row.house.map((house) => `!@rollcall/${house}`),
        ...row.others.flatMap((other) => (other === driver ? [] : [`!${other}`, `!${other}/**`])),
        ...(row.node ? ["!node:*", "!node:*/**"] : []),
        "effect/unstable/**"
      ]
    ])
  })
})

describe("every package", () => {
  it("is built by npm run build", () => {
    const { references } = Schema.decodeSync(BuildPlan)(read("tsconfig.build.json"))
    const planned = packages.map((name) => ({ path: `packages/${name}/tsconfig.build.json` }))
    expect([...references].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual(planned)
  })
})

describe("every fence", () => {
  it.each(forbidden.map(({ name }) => name))("%s of dependency-cruiser has a fixture", (name) => {
    expect(fixtures.flatMap(({ cruiser }) => cruiser)).toContain(name)
  })

  it.each(fences.map(({ block }) => ({ ...block, title: block.files.join(" ") })))(
    "$title of oxlint has a fixture",
    (block) => {
      const files = fixtures.filter(({ oxlint }) => oxlint.includes("eslint(no-restricted-imports)"))
      expect(files.some(({ file }) => applies(block, file))).toBe(true)
    }
  )

  it("stands in one block of .oxlintrc.json: a later one would replace it without a word", () => {
    const twice = fixtures.flatMap(({ file }) => {
      const names = blocks.filter((block) => applies(block, file)).flatMap((block) => Object.keys(block.rules))
      return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} on ${file}`)
    })
    expect(twice).toEqual([])
  })
})
