import { globSync } from "node:fs"
import { Api } from "@rollcall/api"
import { rollcall } from "@rollcall/cli"
import { variables } from "@rollcall/server"
import { Completions } from "effect/cli"
import { OpenApi } from "effect/http-api"
import { allMetrics } from "../../../packages/core/src/observability/Metrics.ts"
import { prometheusName } from "../../../packages/core/src/observability/Series.ts"
import { commandVariables } from "../../../packages/cli/src/targets/Address.ts"
import { read, repository } from "../../Repository.ts"
import { rulesOf } from "../RuleIndex.ts"

/** What pages may name: what the programs, the document of the API and the databases have. */
export interface KnownNames {
  /** Names in snake_case: of the wire, of the databases and of metrics. */
  readonly snake: ReadonlySet<string>
  /** The paths of the API, and the methods of each. */
  readonly paths: ReadonlyMap<string, ReadonlyArray<string>>
  /** The status codes that the API answers with. */
  readonly statuses: ReadonlySet<string>
  readonly commandLine: Completions.CommandDescriptor
  readonly variables: ReadonlySet<string>
  readonly rules: ReadonlySet<string>
  /** The calls of the promise library, such as `clinic.contacts.create`. */
  readonly calls: ReadonlySet<string>
  /** The settings of the library, such as `dispatch.rate`. */
  readonly settings: ReadonlySet<string>
}

/** What is served and is no operation of the document: the webhook of a channel is called by its platform. */
const unlisted = [["/channels/{name}/webhook", { get: {}, post: {} }]] as const

const snakeCase = /(?<![A-Za-z0-9_])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![A-Za-z0-9_])/g

/** The names in snake_case that a text has. */
export const snakeNamesIn = (text: string): ReadonlyArray<string> => text.match(snakeCase) ?? []

/** Where the names of tables and columns, of outcomes and of settings are written. */
const sources = ["packages/*/src/**/*.ts"]

/** What the document of the API says of its operations and members, with the names that it has in backquotes: a text a line. */
export const documentTexts = (): string => {
  const texts: Array<string> = []
  JSON.stringify(OpenApi.fromApi(Api), (key, value: unknown) => {
    if (isText(key) && typeof value === "string") texts.push(value.replaceAll("`", "").replaceAll(/\s+/g, " "))
    return value
  })
  return texts.map((text) => text.replaceAll(snakeCase, "`$&`")).join("\n")
}

/** Whether a member of the document is for people. */
const isText = (key: string): boolean => key === "description" || key === "summary"

export const knownNames = (): KnownNames => {
  const document = OpenApi.fromApi(Api)
  // What is said of a member is no member.
  const wire = JSON.stringify(document, (key, value: unknown) => (isText(key) ? undefined : value))
  const literals = globSync(sources, { cwd: repository }).flatMap((file) => snakeNamesIn(withoutComments(read(file))))
  const metrics = allMetrics.flatMap((metric) => [
    prometheusName(metric),
    ...metric.labels.map((label) => label.replaceAll(".", "_"))
  ])
  const operations = Object.entries(document.paths)
  return {
    snake: new Set([...snakeNamesIn(wire), ...literals, ...metrics]),
    paths: new Map(
      [...operations, ...unlisted].map(([path, methods]) => [
        path,
        Object.keys(methods).map((name) => name.toUpperCase())
      ])
    ),
    statuses: new Set(Array.from(wire.matchAll(/"([1-5]\d\d)":\{/g), ([, status = ""]) => status)),
    commandLine: Completions.fromCommand(rollcall),
    variables: new Set(Object.values({ ...variables, ...commandVariables }).map(({ name }) => name)),
    rules: new Set(rulesOf(read("docs/reference/decisions.md"))),
    calls: new Set(
      globSync("docs/reference/promises{,/*}.md", { cwd: repository }).flatMap((page) => callsOf(read(page)))
    ),
    settings: new Set(
      Array.from(read("docs/reference/settings.md").matchAll(/^\| `(\w+\.\w+)`/gm), ([, name = ""]) => name)
    )
  }
}

/** The calls that a page of the promise library has: each has a heading. */
const callsOf = (page: string): ReadonlyArray<string> => {
  const area = /^# (clinic\.\w+)$/m.exec(page)?.[1]
  return Array.from(page.matchAll(/^## ([\w.]+)(?:\(\))?$/gm), ([, name = ""]) =>
    area === undefined || name.includes(".") ? name : `${area}.${name}`
  ).concat(area ?? [])
}

const withoutComments = (code: string): string => code.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "")
