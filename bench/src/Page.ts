import { Console, Effect, FileSystem } from "effect"
import { cpus, loadavg } from "node:os"
import { fileURLToPath } from "node:url"
import { CasesFailed } from "./Attempt.ts"
import { casesOf, measure, type Plan } from "./Bench.ts"
import type { Size } from "./Case.ts"
import { columns, type Line, lineOf, missed, type Report } from "./Report.ts"
import type { Store } from "./stores/Fixture.ts"
import { type Column, tableIn } from "./Table.ts"

/** The page whose figures are written, and the line below which everything is written anew. */
const page = fileURLToPath(new URL("../../docs/reference/bench.md", import.meta.url))
const marker = "<!-- figures: written by npm run bench -- --page -->"

/** Rounds of what takes seconds, so that there is a median with a spread. */
const rounds = 5

/** How many contacts a store has for requests over HTTP, and for everything else. */
const contacts = { http: 20_000, others: 100_000 }

const isHttp = (name: string) => name.startsWith("HTTP: ")
const isStart = (name: string) => name.startsWith("server start")
const isOfMany = (name: string) => /^(broadcast|import)/.test(name)

const ofMany = "## Imports and broadcasts"

/** A part of the page: one table of some figures. */
interface Part {
  readonly heading: string
  readonly title: string
  readonly chosen: (line: StoreLine) => boolean
}

type StoreLine = Line & { readonly store: Store }

const nameOf = { sqlite: "SQLite", postgres: "PostgreSQL", memory: "memory" } as const

const parts: ReadonlyArray<Part> = [
  {
    heading: "## Over HTTP",
    title: `PostgreSQL, ${contacts.http.toLocaleString("en")} contacts`,
    chosen: ({ name }) => isHttp(name)
  },
  {
    heading: ofMany,
    title: `${contacts.others.toLocaleString("en")} contacts`,
    chosen: ({ name }) => isOfMany(name)
  },
  {
    heading: "## Starts",
    title: "Cold and warm, in turns with a process that does nothing",
    chosen: ({ name }) => isStart(name)
  },
  ...(["postgres", "sqlite"] as const).map((store): Part => ({
    heading: `## ${nameOf[store]}`,
    title: `${contacts.others.toLocaleString("en")} contacts, in process`,
    chosen: (line) => line.store === store && !isHttp(line.name) && !isOfMany(line.name)
  }))
]

const storeColumn: Column<StoreLine> = { name: "store", align: "left", cell: ({ store }) => nameOf[store] }

/** A table without the columns that are empty in it. */
const tableOf = (title: string, columns: ReadonlyArray<Column<StoreLine>>, lines: ReadonlyArray<StoreLine>) =>
  tableIn(
    "markdown",
    title,
    columns.filter(({ cell }) => lines.some((line) => cell(line) !== "")),
    lines
  )

/** The figures of all reports, below their headings. */
const textOf = (reports: ReadonlyArray<Report>): string => {
  const lines = reports.flatMap(({ measured, store }) =>
    measured.map((one): StoreLine => ({ ...lineOf(one, store), store }))
  )
  const ofTargets = lines.filter(({ isMet }) => isMet !== null)
  const short = ofTargets.filter(({ isMet }) => isMet === false)
  return [
    "## Targets that are missed",
    `${ofTargets.length - short.length} of ${ofTargets.length} figures with a target meet it. These do not:`,
    tableOf("Missed", [storeColumn, ...missed], short),
    ...parts.flatMap(({ chosen, heading, title }) => [
      heading,
      tableOf(title, heading === ofMany ? [storeColumn, ...columns] : columns, lines.filter(chosen))
    ])
  ].join("\n\n")
}

/** Measures everything in one go, and writes the figures to their page. Fails at the end if a case failed, which is missing there. */
export const writePage = Effect.fnUntraced(function* (plan: Omit<Plan, "contacts" | "filter">) {
  const before = loadavg()
  const size: Size = { ...plan.size, rounds }
  const run = (store: Store, count: number, chosen: (name: string) => boolean) =>
    measure(
      store,
      { ...plan, size, contacts: count, filter: "" },
      casesOf(store, "").filter(({ name }) => chosen(name))
    )
  const reports = [
    yield* run("postgres", contacts.http, isHttp),
    yield* run("postgres", contacts.others, (name) => !isHttp(name)),
    yield* run("sqlite", contacts.others, (name) => !isHttp(name)),
    // A start has a database of its own.
    yield* run("memory", 1, isStart)
  ]
  const files = yield* FileSystem.FileSystem
  const [words = ""] = (yield* files.readFileString(page)).split(marker)
  const place = `Node ${process.versions.node}, ${cpus().length} processors, load ${before[0]?.toFixed(1) ?? ""} before.`
  yield* files.writeFileString(page, `${words}${marker}\n\n${place}\n\n${textOf(reports)}\n`)
  yield* Console.error(`${page} is written.`)
  const failed = reports.flatMap(({ failed, store }) => failed.map((one) => `${store}: ${one.case}`))
  if (failed.length > 0) return yield* new CasesFailed({ cases: failed })
})
