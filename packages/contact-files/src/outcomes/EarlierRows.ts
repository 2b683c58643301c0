import { maxRequestRows } from "../rows/Batches.ts"
import { type RowAnswer, staysArchived } from "./RowAnswers.ts"

/** A row that was sent, and the name of its contact. */
interface EarlierRow<Row> {
  readonly row: Row
  readonly contact: string | null
  readonly keys: ReadonlyArray<string>
}

/** A request of a dry run: rows, preceded by matching earlier rows. */
interface DryRequest<Row> {
  readonly before: ReadonlyArray<Pick<EarlierRow<Row>, "contact" | "row">>
  readonly rows: ReadonlyArray<Row>
}

/** The preview of a row. */
type PreviewedRow = Omit<RowAnswer, "contact"> & {
  readonly contact_uuid: string | null
  /** The index of the first row in the request for the same contact. */
  readonly same_contact_as: number | null
  readonly issues?: ReadonlyArray<{ readonly type: string }>
}

/**
 * The earlier rows of a file in a dry run, by identifier. The target doesn't store them, so each request starts with the
 * earlier rows that share an identifier with its rows.
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
   * Returns a request with matching earlier rows before these rows. If they don't fit, more than 100 rows are halved until
   * they do. For up to 100 rows, earlier rows that don't fit are dropped.
   */
  request(rows: ReadonlyArray<Row>): DryRequest<Row> {
    const before = this.metBy(rows, maxRequestRows)
    if (before.length + rows.length > maxRequestRows && rows.length > 100)
      return this.request(rows.slice(0, rows.length >> 1))
    return { before: before.slice(Math.max(0, before.length + rows.length - maxRequestRows)), rows }
  }

  /** Adds the rows of a request, and returns their outcomes. */
  add({ before, rows }: DryRequest<Row>, answered: ReadonlyArray<PreviewedRow>): ReadonlyArray<RowAnswer> {
    const contacts = before.map(({ contact }) => contact)
    const answers = answered.slice(before.length).map((answer): RowAnswer => {
      const contact = answer.contact_uuid ?? this.nameOf(answer, contacts)
      contacts.push(contact)
      const { error, outcome, reason } = answer
      return { outcome, reason, error, contact, isArchived: staysArchived(answer) }
    })
    for (const [at, row] of rows.entries()) this.keep(row, answers[at]?.contact ?? null)
    return answers
  }

  /** Names a contact that is not stored yet, by the first of its rows. */
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

  /**
   * Returns up to `limit` earlier rows that share an identifier with these rows, directly or through other earlier rows, in
   * their order.
   */
  metBy(rows: ReadonlyArray<Row>, limit: number): ReadonlyArray<Pick<EarlierRow<Row>, "contact" | "row">> {
    const keys = new Set(rows.flatMap(this.keysOf))
    const met = new Map<number, EarlierRow<Row>>()
    // The loop also visits keys that are added during it.
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
