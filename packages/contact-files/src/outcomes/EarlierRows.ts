import { maxRequestRows } from "../rows/Batches.ts"
import type { RowAnswer } from "./RowAnswers.ts"

/** A row that was sent, and what names its contact. */
interface EarlierRow<Row> {
  readonly row: Row
  readonly contact: string | null
  readonly keys: ReadonlyArray<string>
}

/** A request of a dry run: rows, and the earlier ones before them. */
interface DryRequest<Row> {
  readonly before: ReadonlyArray<Pick<EarlierRow<Row>, "contact" | "row">>
  readonly rows: ReadonlyArray<Row>
}

/** A row as a preview answers it. */
type PreviewedRow = Omit<RowAnswer, "contact"> & {
  readonly contact_uuid: string | null
  /** The index of the first row of the request that means the same contact. */
  readonly same_contact_as: number | null
}

/**
 * The rows of a file that a dry run has asked about, by their identifiers. A request of it begins with those that its own
 * rows meet, because the target has stored none of them.
 */
export class EarlierRows<Row> {
  private readonly keysOf: (row: Row) => ReadonlyArray<string>
  private readonly rows: Array<EarlierRow<Row>> = []
  private readonly places = new Map<string, Array<number>>()
  private made = 0

  constructor(keysOf: (row: Row) => ReadonlyArray<string>) {
    this.keysOf = keysOf
  }

  /**
   * As many of these rows as a request takes after the earlier ones that they meet. It is not cut into fewer than 100 to make
   * room for those.
   */
  request(rows: ReadonlyArray<Row>): DryRequest<Row> {
    const before = this.metBy(rows, maxRequestRows)
    if (before.length + rows.length > maxRequestRows && rows.length > 100)
      return this.request(rows.slice(0, rows.length >> 1))
    return { before: before.slice(Math.max(0, before.length + rows.length - maxRequestRows)), rows }
  }

  /** Takes rows of a request that began with these earlier ones, and returns what was answered about them. */
  add({ before, rows }: DryRequest<Row>, answered: ReadonlyArray<PreviewedRow>): ReadonlyArray<RowAnswer> {
    const contacts = before.map(({ contact }) => contact)
    const answers = answered.slice(before.length).map((answer): RowAnswer => {
      const contact = answer.contact_uuid ?? this.nameOf(answer, contacts)
      contacts.push(contact)
      return { outcome: answer.outcome, reason: answer.reason, error: answer.error, contact }
    })
    for (const [at, row] of rows.entries()) this.keep(row, answers[at]?.contact ?? null)
    return answers
  }

  /** Names a contact that is not there yet: as the row does that comes to it first. */
  private nameOf({ outcome, same_contact_as }: PreviewedRow, contacts: ReadonlyArray<string | null>): string | null {
    if (same_contact_as !== null) return contacts[same_contact_as] ?? null
    return outcome === "created" ? `new ${++this.made}` : null
  }

  private keep(row: Row, contact: string | null): void {
    const keys = this.keysOf(row)
    const place = this.rows.push({ row, contact, keys }) - 1
    for (const key of keys) {
      const places = this.places.get(key)
      if (places === undefined) this.places.set(key, [place])
      else places.push(place)
    }
  }

  /** Returns at most so many rows that have an identifier in common with these or with one that has, in their order. */
  metBy(rows: ReadonlyArray<Row>, limit: number): ReadonlyArray<Pick<EarlierRow<Row>, "contact" | "row">> {
    const keys = new Set(rows.flatMap(this.keysOf))
    const met = new Map<number, EarlierRow<Row>>()
    // A set gives also what is added while it is read.
    for (const key of keys) {
      for (const place of this.places.get(key)?.slice(-limit).toReversed() ?? []) {
        const found = this.rows[place]
        if (found === undefined || met.has(place)) continue
        if (met.size === limit) return inOrder(met)
        met.set(place, found)
        for (const other of found.keys) keys.add(other)
      }
    }
    return inOrder(met)
  }
}

const inOrder = <Row>(rows: ReadonlyMap<number, Row>): ReadonlyArray<Row> =>
  Array.from(rows)
    .toSorted(([a], [b]) => a - b)
    .map(([, row]) => row)
