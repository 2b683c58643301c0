import type { Contact, SearchRequest } from "@rollcall/core"
import { type Filter, filtersIn } from "@rollcall/core/search"
import { systemCaller, fold } from "@rollcall/core/shared"
import * as Arr from "effect/Array"
import { type Case, type Limit, selective } from "../Case.ts"
import type { Cell } from "../stores/Connection.ts"
import { readColumns } from "../stores/ContactRows.ts"
import { type PageCase, pageCase, type PageSql } from "./PageCase.ts"
import type { Population } from "./Population.ts"

type Value = Cell | ReadonlyArray<Cell>

/** A search with each of some values. */
interface Search<V> extends Omit<PageCase<V>, "limits" | "library" | "operands"> {
  readonly request: (value: V) => SearchRequest
  /**
   * The operands of hand-written SQL; without it the value or values themselves. Before them come the uuids of the custom
   * fields in the request.
   */
  readonly operands?: (value: V) => ReadonlyArray<Cell>
  /** The operands on PostgreSQL, where they are others. */
  readonly postgresOperands?: (value: V) => ReadonlyArray<Cell>
}

/** A search for at most one contact in a hundred. */
export const searchForFew = <V extends Value>(search: Search<V>): Case => searchCase(search, [selective])

/** A search that reads a large part of all contacts, and has no target. */
export const searchForMany = <V extends Value>(search: Search<V>): Case => searchCase(search, [])

const searchCase = <V extends Value>(search: Search<V>, limits: ReadonlyArray<Limit>): Case => {
  const { operands = (value: V) => [value].flat(), postgresOperands = operands, request } = search
  return pageCase<V>({
    ...search,
    limits,
    library: (contacts, value, { workspace }) =>
      contacts.search(systemCaller(workspace), request(value), { limit: 10, offset: 0 }),
    operands: (value, dialect, { fields }) => {
      const { advancedSearch: items = [], sortBy } = request(value)
      const named = [...filtersIn(items), ...(sortBy ? [sortBy] : [])].flatMap(
        ({ field }) => fields.get(field)?.uuid ?? []
      )
      return [...named, ...(dialect === "sqlite" ? operands(value) : postgresOperands(value))]
    }
  })
}

/** A hundred texts of contacts from all over the store, as values of a search; the same ones in every run. */
export const some =
  (read: (contact: Contact) => string | null | undefined) =>
  ({ samples }: Population): Arr.NonEmptyReadonlyArray<string> => {
    const all = samples.flatMap((contact) => read(contact) ?? [])
    const step = Math.max(1, Math.floor(all.length / 100))
    const chosen = all.filter((_, index) => index % step === step >> 1).slice(0, 100)
    if (!Arr.isReadonlyArrayNonEmpty(chosen)) throw new Error("no contact has what this case asks for")
    return chosen
  }

/** The values of a search that takes none. */
export const once = (): Arr.NonEmptyReadonlyArray<ReadonlyArray<Cell>> => [[]]

export const filterBy = (...filters: ReadonlyArray<Filter>) => ({ advancedSearch: filters })

/** One filter by a value. */
export const filter =
  (field: string, operator: Filter["operator"], dataType?: NonNullable<Filter["dataType"]>) => (value: unknown) =>
    filterBy({ field, operator, value, ...(dataType && { dataType }) })

/** A text as it is searched for, so that it can be cut into parts. */
export const foldedOf = (text: string | null): string | null => (text === null ? null : fold(text))

/** The end of the range of texts that begin with a text. */
export const upTo = (beginning: string): string => `${beginning}\u{10ffff}`

/** A pattern of PostgreSQL for texts that contain a text. */
export const containing = (text: string): string => `%${literally(text)}%`

/** A pattern of PostgreSQL for texts that end with a text. */
export const ending = (text: string): string => `%${literally(text)}`

const literally = (text: string): string => text.replace(/[\\%_]/g, "\\$&")

/** A question for SQLite's index of trigrams: a text in some of its columns. */
export const phrase = (columns: ReadonlyArray<string>, text: string): string =>
  `{${columns.join(" ")}} : "${text.replaceAll('"', '""')}"`

/*
 * What a page of ten with its total can look like. Which one is fastest depends on how many are found, on what an index
 * already has in order, and on the database; each case takes the one that was fastest.
 */

/** The columns of a contact that a reader gets. */
export const columns = readColumns.replace(/\w+/g, "contacts.$&")

export const newestFirst = "contacts.created_at DESC, contacts.uuid DESC"

/** For few: each row is read once, and counted while all are sorted. */
export const onePass = (where: string): PageSql => ({
  page: `
    SELECT ${columns}, count(*) OVER () AS total FROM contacts
    WHERE workspace_uuid = $1 AND ${where} ORDER BY ${newestFirst} LIMIT 10`
})

/** For those that an index alone can count: two statements, which need no round trip on SQLite. */
export const twoStatements = (where: string): PageSql => ({
  page: `SELECT ${columns} FROM contacts WHERE workspace_uuid = $1 AND ${where} ORDER BY ${newestFirst} LIMIT 10`,
  total: counting(where)
})

export const counting = (where?: string): string =>
  `SELECT count(*) AS total FROM contacts WHERE workspace_uuid = $1${where === undefined ? "" : ` AND ${where}`}`
