import { readFileSync, writeFileSync } from "node:fs"
import { loadavg } from "node:os"
import { fileURLToPath } from "node:url"
import type { Measured } from "../Case.ts"
import type { Store } from "../stores/Fixture.ts"
import { type Column, factor, type Format, shown, tableIn, whole } from "../Table.ts"

/** A case with several numbers of contacts; null where it failed. */
export interface Growth {
  readonly store: Store
  readonly name: string
  readonly unit: string
  readonly sizes: ReadonlyArray<{ readonly contacts: number; readonly measured: Measured | null }>
}

/** At most this many times the processor time with the largest number of contacts. */
const limit = 1.5

const measuredAt = (growth: Growth, contacts: number | undefined) =>
  growth.sizes.find((one) => one.contacts === contacts)?.measured ?? undefined

const firstOf = (growth: Growth) => measuredAt(growth, growth.sizes.at(0)?.contacts)
const lastOf = (growth: Growth) => measuredAt(growth, growth.sizes.at(-1)?.contacts)

/** The processor time of a piece of work, of the program and of the database, in microseconds. */
const costAt = (measured: Measured | undefined): number | undefined => {
  const cost = measured?.cost?.library
  return cost && cost.own + (cost.database ?? 0)
}

/** How many times the processor time of a case is with the most contacts what it is with the fewest. */
export const growthOf = (growth: Growth): number | undefined => {
  const [first, last] = [costAt(firstOf(growth)), costAt(lastOf(growth))]
  return first === undefined || last === undefined ? undefined : last / first
}

/** Whether the plan reads a whole table with the most contacts, and not with the fewest. */
export const turnsSequential = (growth: Growth): boolean => readsAll(lastOf(growth)) && !readsAll(firstOf(growth))

/** Plans have capitals where they read all. */
const readsAll = (measured: { readonly plan?: string | undefined } | undefined): boolean =>
  /[A-Z]{4}/.test(measured?.plan ?? "")

/** Prints all figures of a store; for a program as one line of JSON. */
export const growthIn = (
  format: Format,
  store: Store,
  grown: ReadonlyArray<Growth>,
  sizes: ReadonlyArray<number>
): string => {
  if (format === "json") {
    return JSON.stringify({ store, growth: grown.map((one) => ({ ...one, times: growthOf(one) })) })
  }
  const columns: ReadonlyArray<Column<Growth>> = [
    { name: "case", align: "left", cell: ({ name }) => name },
    { name: "finds first", align: "right", cell: (one) => shown(firstOf(one)?.finds, whole) },
    { name: "last", align: "right", cell: (one) => shown(lastOf(one)?.finds, whole) },
    ...sizes.map((contacts) => ({
      name: whole(contacts),
      align: "right" as const,
      cell: (one: Growth) => shown(costAt(measuredAt(one, contacts)), whole)
    })),
    { name: "times", align: "right", cell: (one) => shown(growthOf(one), factor) },
    { name: `<= ${limit}`, align: "left", cell: verdictOf },
    { name: "plan of the last", align: "left", cell: (one) => lastOf(one)?.plan ?? "" }
  ]
  return tableIn(format, `${store}: microseconds of processor time by the number of contacts`, columns, grown)
}

const verdictOf = (one: Growth): string => {
  if (turnsSequential(one)) return "NO: turns sequential"
  const times = growthOf(one)
  return times === undefined ? "" : times <= limit ? "yes" : "NO"
}

const headings: Readonly<Record<Store, string>> = {
  postgres: "## PostgreSQL",
  sqlite: "## SQLite",
  memory: "## Memory"
}

const page = fileURLToPath(new URL("../../../docs/reference/growth.md", import.meta.url))

/** Replaces the table below the heading of a store by the figures of this run, and the line above it by the load. */
export const writeGrowth = (store: Store, grown: ReadonlyArray<Growth>, sizes: ReadonlyArray<number>): void => {
  const table = growthIn("markdown", store, grown, sizes).replace(/^### .*\n\n/, "")
  const [, , load = 0] = loadavg()
  const said = `Load of the machine at the end of the run, over 15 minutes: ${load.toFixed(1)} on two processors.`
  const text = readFileSync(page, "utf8")
  const below = new RegExp(
    `(\\n${headings[store]}\\n(?:(?!\\n## )[^])*?)\\n(?:Load of the machine|No figures yet)[^\\n]*\\n(?:\\n(?:\\|[^\\n]*\\n)+)?`
  )
  if (!below.test(text)) throw new Error(`${page} has no place for figures below ${headings[store]}`)
  writeFileSync(
    page,
    text.replace(below, (_, above: string) => `${above}\n${said}\n\n${table}\n`)
  )
}
