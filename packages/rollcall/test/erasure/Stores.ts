import { Effect } from "effect"
import { postgres } from "rollcall/postgres"
import { sqlite } from "rollcall/sqlite"
import type { StorageDefinition } from "rollcall"
import { readFileSync, statSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { openTables } from "../../../storage-memory/test/OpenTables.ts"
import { databases } from "../using/Databases.ts"
import { marked } from "./Marker.ts"

/** A text that a store keeps, and where: the table and the column, or the table alone in memory. */
export interface Kept {
  readonly place: string
  readonly text: string
}

interface Opened {
  readonly storage: StorageDefinition
  /** Everything that the store keeps, with the places that hold nothing. */
  readonly kept: () => Promise<{ readonly places: ReadonlySet<string>; readonly texts: ReadonlyArray<Kept> }>
  /** The files of the store once it has put away what it writes in between, in whose bytes nothing may be left. */
  readonly files: () => Promise<ReadonlyArray<Kept>>
  readonly end: () => Promise<void>
}

/** A value as text: of maps, sets and bytes too, which JSON leaves out. */
const textOf = (value: unknown): string => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("latin1")
  const text = JSON.stringify(value, (_key, part: unknown) =>
    part instanceof Map || part instanceof Set ? Array.from(part) : typeof part === "bigint" ? String(part) : part
  )
  return text ?? ""
}

const openMemory = async (): Promise<Opened> => {
  const { layer, read } = openTables()
  return {
    storage: { layer, using: () => () => Effect.die("not in memory") },
    kept: async () => {
      const texts = (await read()).map(([place, partitions]) => ({ place, text: textOf(partitions) }))
      return { places: new Set(texts.map(({ place }) => place)), texts }
    },
    files: async () => [],
    end: async () => {}
  }
}

type Row = Readonly<Record<string, unknown>>
type Select = (query: string) => Promise<ReadonlyArray<Row>>

/** Every value of every column of these tables. The places are the columns that can hold a text. */
const readAll = async (select: Select, columns: ReadonlyArray<Row>) => {
  const texts: Array<Kept> = []
  const places = new Set<string>()
  for (const table of new Set(columns.map(({ table }) => String(table)))) {
    const names = columns.filter((column) => column["table"] === table && column["holdsText"])
    for (const { column } of names) places.add(`${table}.${String(column)}`)
    for (const row of await select(`SELECT * FROM "${table}"`)) {
      for (const [column, value] of Object.entries(row))
        texts.push({ place: `${table}.${column}`, text: textOf(value) })
    }
  }
  return { places, texts }
}

const open = (name: "SQLite" | "Postgres") => {
  const found = databases.find(([named]) => named === name)
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found[1]()
}

/** Trigrams that only the word of the person has. */
const rareTrigrams = ["qxj", "xjz", "jzv"]

/** The terms of an index of trigrams: its pages hold them in parts. */
const termsOf = (filename: string, table: string): ReadonlyArray<string> => {
  const database = new DatabaseSync(filename)
  database.exec(`CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', '${table}', 'row')`)
  const terms = database.prepare("SELECT term FROM temp.words").all()
  database.close()
  return terms.map(({ term }) => String(term))
}

const openSqlite = async (): Promise<Opened> => {
  const { end, place, select } = await open("SQLite")
  if (!("sqlite" in place)) throw new Error("not a file")
  const log = `${place.sqlite}-wal`
  return {
    storage: sqlite({ filename: place.sqlite }),
    kept: async () => {
      const columns = await select(`
        SELECT tables.name AS "table", columns.name AS "column", columns.type NOT IN ('INTEGER', 'REAL') AS holdsText
        FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`)
      const found = await readAll(
        select,
        columns.map((column) => ({ ...column, holdsText: column["holdsText"] === 1 }))
      )
      const indexes = columns.map(({ table }) => String(table)).filter((table) => table.endsWith("_trigrams"))
      for (const table of new Set(indexes)) {
        const text = termsOf(place.sqlite, table)
          .filter((term) => rareTrigrams.includes(term))
          .join()
        found.texts.push({ place: table, text: text === "" ? "" : marked(text) })
      }
      return found
    },
    // The store does so every few seconds.
    files: async () => {
      const isHeldUp = async () => (await select("PRAGMA wal_checkpoint(TRUNCATE)"))[0]?.["busy"] !== 0
      while ((await isHeldUp()) || statSync(log).size > 0) await new Promise((resolve) => setTimeout(resolve, 10))
      return [place.sqlite, log].map((file) => ({ place: file, text: readFileSync(file, "latin1") }))
    },
    end
  }
}

const openPostgres = async (): Promise<Opened> => {
  const { end, place, select } = await open("Postgres")
  if (!("postgres" in place)) throw new Error("not a URL")
  return {
    storage: postgres({ url: place.postgres }),
    kept: async () => {
      const columns = await select(`
        SELECT relname AS "table", attname AS "column", atttypid::regtype::text NOT IN (
          'bigint', 'integer', 'smallint', 'boolean', 'double precision', 'uuid', 'timestamp with time zone'
        ) AS "holdsText"
        FROM pg_catalog.pg_class JOIN pg_catalog.pg_attribute ON attrelid = pg_class.oid
        WHERE relkind IN ('r', 'p', 'm') AND attnum > 0 AND NOT attisdropped
          AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
          AND relnamespace::regnamespace::text NOT LIKE 'pg_toast%'`)
      return await readAll(select, columns)
    },
    files: async () => [],
    end
  }
}

export const stores = [
  ["memory", openMemory],
  ["SQLite", openSqlite],
  ["Postgres", openPostgres]
] as const
