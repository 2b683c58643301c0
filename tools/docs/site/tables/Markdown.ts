/** A text in a cell of a table. */
export const cell = (text: string): string =>
  text
    .replaceAll("<", "\\<")
    .replaceAll("|", "\\|")
    .replaceAll(/\s*\n\s*/g, " ")

/** A name as code in a cell of a table: a bar in it would end the cell. */
export const code = (text: string): string => `\`${text.replaceAll("|", "\\|")}\``

/** A table of rows whose cells are Markdown. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")

/** A table of names with their meanings. */
export const meaningTable = (what: string, meanings: Readonly<Record<string, string>>): string =>
  table(
    [what, "meaning"],
    Object.entries(meanings).map(([name, meaning]) => [code(name), cell(meaning)])
  )
