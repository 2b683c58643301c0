/**
 * The statements that create an index of the trigrams of columns of a table. It knows no case and no diacritics, because
 * what it holds is folded already. FTS5 removes trigrams from its pages (`secure-delete`) only where a text is deleted:
 * where every change did so, an import of changed contacts took four times as long.
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

/** What a trigger does after a row is inserted. */
export const addTrigrams = (table: string, columns: ReadonlyArray<string>): string =>
  `INSERT INTO ${table}_trigrams (${["rowid", ...columns].join(", ")}) VALUES (${valuesOf("new", columns)});`

/** What a trigger does after a row is changed, before the trigrams that it has now are added. */
export const removeTrigrams = (table: string, columns: ReadonlyArray<string>): string =>
  `INSERT INTO ${table}_trigrams (${[`${table}_trigrams`, "rowid", ...columns].join(", ")})
    VALUES ('delete', ${valuesOf("old", columns)});`

/**
 * What a trigger does after a row is deleted: its trigrams leave the pages of the index. A change adds a mark instead, and
 * what it replaced stays in the index until the parts with both are merged; the contact may have had other texts before,
 * so `trigram_merges` has each index of which something was deleted since it was merged.
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
