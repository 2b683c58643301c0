/**
 * Rows by partition and key; most tables have one partition per workspace. `rows` returns them in the order in which their
 * keys were added. A row is never changed, only replaced.
 *
 * A table on top of another table is an overlay: it reads through to the table below and stores only the changed rows,
 * until `commit` writes them there.
 */
export class Table<Row> {
  private readonly below: Table<Row> | undefined
  /** In an overlay, undefined marks a removed row. */
  private readonly partitions = new Map<string, Map<string, Row | undefined>>()
  private readonly watchers = new Set<(row: Row) => void>()

  constructor(below?: Table<Row>) {
    this.below = below
  }

  /** Returns an empty overlay of this table. */
  overlay(): Table<Row> {
    return new Table(this)
  }

  get(partition: string, key: string): Row | undefined {
    const own = this.partitions.get(partition)
    return own?.has(key) ? own.get(key) : this.below?.get(partition, key)
  }

  rows(partition: string): ReadonlyArray<Row> {
    const rows: Array<Row> = []
    for (const row of this.entries(partition).values()) if (row !== undefined) rows.push(row)
    return rows
  }

  all(): ReadonlyArray<Row> {
    return Array.from(this.names()).flatMap((partition) => this.rows(partition))
  }

  /** Calls a function with each row added or replaced after this call. Returns a function that stops watching. */
  watch(watcher: (row: Row) => void): () => void {
    this.watchers.add(watcher)
    return () => void this.watchers.delete(watcher)
  }

  /** Adds a row, or replaces the row with its key. */
  set(partition: string, key: string, row: Row): void {
    this.put(partition, key, row)
  }

  /** Adds a row. Returns false, and changes nothing, if the key is taken. */
  insert(partition: string, key: string, row: Row): boolean {
    if (this.get(partition, key) !== undefined) return false
    this.put(partition, key, row)
    return true
  }

  /** Replaces the row of a key. Returns false, and changes nothing, if the key has no row. */
  replace(partition: string, key: string, row: Row): boolean {
    if (this.get(partition, key) === undefined) return false
    this.put(partition, key, row)
    return true
  }

  /** Removes a row. Returns false if the key has no row. */
  remove(partition: string, key: string): boolean {
    if (this.get(partition, key) === undefined) return false
    this.put(partition, key, undefined)
    return true
  }

  /** Writes the rows of an overlay to the table below. */
  commit(): void {
    for (const [partition, rows] of this.partitions) {
      for (const [key, row] of rows) this.below?.put(partition, key, row)
    }
  }

  private put(partition: string, key: string, row: Row | undefined): void {
    const own = this.partitions.get(partition) ?? new Map<string, Row | undefined>()
    if (row !== undefined || this.below !== undefined) own.set(key, row)
    else own.delete(key)
    if (own.size > 0) this.partitions.set(partition, own)
    else this.partitions.delete(partition)
    if (row !== undefined) for (const watcher of this.watchers) watcher(row)
  }

  private entries(partition: string): ReadonlyMap<string, Row | undefined> {
    const own = this.partitions.get(partition)
    const below = this.below?.entries(partition)
    if (below === undefined || below.size === 0) return own ?? new Map()
    return own === undefined ? below : new Map([...below, ...own])
  }

  private names(): ReadonlySet<string> {
    return new Set([...(this.below?.names() ?? []), ...this.partitions.keys()])
  }
}
