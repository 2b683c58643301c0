/**
 * Returns the statements that create a trigram index of a table's columns. The index is sensitive to case and
 * diacritics, because its strings are already folded. FTS5 removes trigrams from the index pages (`secure-delete`) only
 * when a string is deleted: removing them on every change made an import of changed contacts take four times as long.
 */
export const trigramIndex = (table: string, columns: ReadonlyArray<string>): ReadonlyArray<string> => {
  const index = `${table}_trigrams`
  return [
    `CREATE VIRTUAL TABLE ${index} USING fts5 (
    ${columns.join(", ")}, content = '${table}', content_rowid = 'id', columnsize = 0,
    tokenize = 'trigram case_sensitive 1 remove_diacritics 0'
  )`,
    secureDelete(index, 0)
  ]
}

/** Returns the trigger statement for an inserted row. */
export const addTrigrams = (table: string, columns: ReadonlyArray<string>): string =>
  `INSERT INTO ${table}_trigrams (${["rowid", ...columns].join(", ")}) VALUES (${valuesOf("new", columns)});`

/** Returns the trigger statement that removes a row's old trigrams, before its new ones are added. */
export const removeTrigrams = (table: string, columns: ReadonlyArray<string>): string =>
  `INSERT INTO ${table}_trigrams (${[`${table}_trigrams`, "rowid", ...columns].join(", ")})
    VALUES ('delete', ${valuesOf("old", columns)});`

/**
 * Returns the trigger statements for a deleted row, which remove the row's trigrams from the index pages. A change only
 * adds a mark, and the replaced trigrams stay until their parts of the index are merged. The deleted contact may have
 * had other strings before, so `trigram_merges` lists each index with deletions since its last merge.
 */
export const eraseTrigrams = (table: string, columns: ReadonlyArray<string>): string =>
  [
    `${secureDelete(`${table}_trigrams`, 1)};`,
    removeTrigrams(table, columns),
    `${secureDelete(`${table}_trigrams`, 0)};`,
    `INSERT OR REPLACE INTO trigram_merges (name, is_begun) VALUES ('${table}_trigrams', 0);`
  ].join("\n    ")

const secureDelete = (index: string, value: 0 | 1) =>
  `INSERT INTO ${index} (${index}, rank) VALUES ('secure-delete', ${value})`

const valuesOf = (row: "old" | "new", columns: ReadonlyArray<string>) =>
  ["id", ...columns].map((column) => `${row}.${column}`).join(", ")
