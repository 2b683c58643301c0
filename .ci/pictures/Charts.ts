import { read } from "../Repository.ts"
import type { Bar, Picture } from "./Picture.ts"

/** The rows of the first table of a page below a heading whose header has all of these columns. */
const tableIn = (page: string, heading: string, columns: ReadonlyArray<string>): ReadonlyArray<Map<string, string>> => {
  const lines = read(page).split("\n")
  const begin = lines.indexOf(heading)
  const cells = (line: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim())
  const top = lines.findIndex(
    (line, at) => at > begin && line.startsWith("|") && columns.every((name) => cells(line).includes(name))
  )
  if (begin === -1 || top === -1) throw new Error(`${page} has no table of ${columns.join(", ")} below ${heading}`)
  const names = cells(lines[top] ?? "").map((name, at, all) => (all.indexOf(name) === at ? name : `${name} beside`))
  const end = lines.findIndex((line, at) => at > top && !line.startsWith("|"))
  return lines.slice(top + 2, end).map((line) => new Map(cells(line).map((cell, at) => [names[at] ?? "", cell])))
}

/** The number that a cell begins with; null if it begins with none. */
const numberIn = (cell: string | undefined): number | null => {
  const found = /^[\d,]*\.?\d+/.exec(cell ?? "")
  return found === null ? null : Number(found[0].replaceAll(",", ""))
}

const bench = "docs/reference/bench.md"
const growth = "docs/reference/growth.md"

/** The searches for few of a table of the bench, at the 95th percentile. */
const searches = (name: string, heading: string, title: string, page = bench): Picture => ({
  name,
  chart: {
    title,
    unit: "ms",
    series: ["Rollcall", "SQL by hand"],
    limit: null,
    logarithmic: false,
    bars: tableIn(page, heading, ["case", "library", "p95", "target"]).flatMap((row): ReadonlyArray<Bar> => {
      const value = numberIn(row.get("p95"))
      return value === null || row.get("target")?.startsWith("p95") !== true
        ? []
        : [{ label: row.get("case") ?? "", value, beside: numberIn(row.get("p95 beside")) }]
    })
  }
})

const rates = (): Picture => ({
  name: "bench-rates",
  chart: {
    title: "Imports and broadcasts, a second",
    unit: "rows or messages a second",
    series: ["Rollcall", "SQL by hand, or one process"],
    limit: null,
    logarithmic: false,
    bars: tableIn(bench, "## Imports and broadcasts", ["store", "case", "unit", "library", "beside"]).flatMap((row) => {
      const value = numberIn(row.get("library"))
      return value === null || row.get("unit")?.endsWith("/s") !== true
        ? []
        : [
            {
              label: `${row.get("store") ?? ""}: ${row.get("case") ?? ""}`,
              value,
              beside: numberIn(row.get("beside"))
            }
          ]
    })
  }
})

/** The longest waits of a get in each scenario and store that has them. */
const waits = (): Picture => {
  const longest = new Map<string, number>()
  for (const row of tableIn("docs/explanation/reliability.md", "## Figures", ["scenario", "store", "get"])) {
    const wait = numberIn(row.get("get"))
    const name = `${row.get("scenario") ?? ""}, ${row.get("store") ?? ""}`
    if (wait !== null) longest.set(name, Math.max(wait, longest.get(name) ?? 0))
  }
  return {
    name: "reliability-waits",
    chart: {
      title: "A get while something goes wrong, 99th percentile",
      unit: "ms",
      series: ["the wait for an answer", ""],
      limit: 100,
      logarithmic: true,
      bars: [...longest].map(([label, value]) => ({ label, value, beside: null }))
    }
  }
}

/** How many times the processor time of each case is with the most contacts what it is with the fewest. */
const grown = (name: string, heading: string, title: string): Picture => ({
  name,
  chart: {
    title,
    unit: "times",
    series: ["the most contacts beside the fewest", ""],
    limit: 1.5,
    logarithmic: true,
    bars: tableIn(growth, heading, ["case", "times"]).flatMap((row): ReadonlyArray<Bar> => {
      const value = numberIn(row.get("times"))
      return value === null ? [] : [{ label: row.get("case") ?? "", value, beside: null }]
    })
  }
})

/** The figures of the bench and of the soak, from the tables of their pages. */
export const charts = (): ReadonlyArray<Picture> => [
  searches("bench-sqlite", "## SQLite", "SQLite, 100,000 contacts: searches, 95th percentile"),
  searches("bench-postgres", "## PostgreSQL", "PostgreSQL, 100,000 contacts: searches, 95th percentile"),
  searches(
    "bench-postgres-million",
    "## PostgreSQL, 1,000,000 contacts",
    "PostgreSQL, 1,000,000 contacts: searches, 95th percentile",
    growth
  ),
  grown("growth-postgres", "## PostgreSQL", "PostgreSQL: from 10,000 to 1,000,000 contacts"),
  grown("growth-sqlite", "## SQLite", "SQLite: from 10,000 to 200,000 contacts"),
  rates(),
  waits()
]
