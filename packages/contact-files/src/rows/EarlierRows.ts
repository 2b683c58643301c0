/** The rows of a file that were sent already, by their identifiers. */
export class EarlierRows<Row> {
  private readonly keysOf: (row: Row) => ReadonlyArray<string>
  private readonly rows: Array<{ readonly row: Row; readonly keys: ReadonlyArray<string> }> = []
  private readonly places = new Map<string, Array<number>>()

  constructor(keysOf: (row: Row) => ReadonlyArray<string>) {
    this.keysOf = keysOf
  }

  add(rows: ReadonlyArray<Row>): void {
    for (const row of rows) {
      const keys = this.keysOf(row)
      const place = this.rows.push({ row, keys }) - 1
      for (const key of keys) {
        const places = this.places.get(key)
        if (places === undefined) this.places.set(key, [place])
        else places.push(place)
      }
    }
  }

  /** Returns at most so many rows that have an identifier in common with these or with one that has, in their order. */
  metBy(rows: ReadonlyArray<Row>, limit: number): ReadonlyArray<Row> {
    const keys = new Set(rows.flatMap(this.keysOf))
    const met = new Map<number, Row>()
    // A set gives also what is added while it is read.
    for (const key of keys) {
      for (const place of this.places.get(key)?.slice(-limit).toReversed() ?? []) {
        const found = this.rows[place]
        if (found === undefined || met.has(place)) continue
        if (met.size === limit) return inOrder(met)
        met.set(place, found.row)
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
