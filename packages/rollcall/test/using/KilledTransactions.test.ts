import { killsOr, limitOf, planKills, seedOfRun } from "@rollcall/testing/kills"
import { linesOf, startProgram } from "@rollcall/testing/processes"
import { Effect, Random } from "effect"
import { once } from "node:events"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { databases } from "./Databases.ts"
import type { Place } from "./Hosts.ts"

const kills = killsOr(2)

/** When a process is killed: so many milliseconds after it says this for the first time. */
const moments = planKills(kills, (at) =>
  at % 2 === 0
    ? Effect.map(Random.nextBetween(0, 300), (after) => ({ word: "begun", after }))
    : Effect.map(Random.nextBetween(0, 4), (after) => ({ word: "ending", after }))
)

const program = fileURLToPath(new URL("./KilledHost.ts", import.meta.url))

/** Starts a host, kills it at a moment, and returns what it said. */
const killHost = async (place: Place, number: number, { after, word }: (typeof moments)[number]) => {
  const child = await startProgram(program, [JSON.stringify(place), String(number)])
  const said: Array<string> = []
  const exit = once(child, "exit")
  for await (const line of linesOf(child)) {
    said.push(line)
    const isFirst = said.filter((one) => one.startsWith(word)).length === 1
    if (isFirst && line.startsWith(word)) void setTimeout(after).then(() => child.kill("SIGKILL"))
  }
  expect(await exit).toEqual([null, "SIGKILL"])
  return said
}

/** The visits that a host said this of. */
const visitsSaid = (said: ReadonlyArray<string>, word: string) =>
  said.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))

/** What there is of each visit, by its name, and how much of it has to be there. */
const traces = [
  ["contacts", "SELECT first_name AS name, count(*) AS count FROM contacts GROUP BY 1", 1],
  ["broadcasts", "SELECT name, count(*) AS count FROM broadcasts WHERE status = 'scheduled' GROUP BY 1", 1],
  ["staged broadcasts", "SELECT name, count(*) AS count FROM broadcasts WHERE status <> 'scheduled' GROUP BY 1", 0],
  [
    "recipients",
    `SELECT name, count(*) AS count FROM broadcast_recipients
      LEFT JOIN broadcasts ON broadcasts.uuid = broadcast_uuid GROUP BY 1`,
    1_500
  ],
  ["rows of imports", "SELECT content AS name, count(*) AS count FROM contact_import_rows GROUP BY 1", 50],
  [
    "imports",
    `SELECT content AS name, count(*) AS count FROM contact_imports
      LEFT JOIN contact_import_rows ON import_uuid = uuid AND row_index = 0 GROUP BY 1`,
    1
  ],
  [
    "events of contacts",
    `SELECT first_name AS name, count(*) AS count FROM events
      LEFT JOIN contacts ON contacts.uuid = subject_uuid WHERE type LIKE 'contact.%' GROUP BY 1`,
    1
  ],
  [
    "events of broadcasts",
    `SELECT name, count(*) AS count FROM events
      LEFT JOIN broadcasts ON broadcasts.uuid = subject_uuid WHERE type NOT LIKE 'contact.%' GROUP BY 1`,
    1
  ]
] as const

/** The name of a visit, which an import has in the content of its rows. */
const nameIn = (value: unknown) => /visit \d+\.\d+/.exec(JSON.stringify(value))?.[0] ?? "of no visit"

it.each(databases)(
  `E1: a host on %s killed ${kills} times in its transactions finds both its rows and Rollcall's, or neither`,
  async (_, openDatabase) => {
    const { alone, end, place, select } = await openDatabase()
    const finished = new Set<string>()
    const undone = new Set<string>()
    let interrupted = 0
    try {
      for (const [number, moment] of moments.entries()) {
        const said = await killHost(place, number, moment)
        await alone()
        for (const name of visitsSaid(said, "committed")) finished.add(name)
        for (const name of visitsSaid(said, "rolled back")) undone.add(name)
        const left = visitsSaid(said, "begun").filter((name) => !finished.has(name) && !undone.has(name))
        interrupted += left.length

        const visits = (await select("SELECT name FROM visits")).map(({ name }) => nameIn(name))
        const at = `ROLLCALL_SEED=${seedOfRun}, kill ${number}`
        const lost = [...finished].filter((name) => !visits.includes(name))
        const kept = visits.filter((name) => undone.has(name))
        expect({ at, lost, kept }).toEqual({ at, lost: [], kept: [] })
        for (const [what, query, count] of traces) {
          const found = (await select(query)).map(({ count, name }) => [nameIn(name), Number(count)] as const)
          const wanted = count === 0 ? [] : visits.map((name) => [name, count] as const)
          expect({ at, what, found: new Map(found) }).toEqual({ at, what, found: new Map(wanted) })
        }
      }
      expect(interrupted).toBeGreaterThan(0)
    } finally {
      await end()
    }
  },
  limitOf(kills)
)
