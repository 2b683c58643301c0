/** Escapes a text for a table cell. */
export const cell = (text: string): string =>
  text
    .replaceAll("<", "\\<")
    .replaceAll("|", "\\|")
    .replaceAll(/\s*\n\s*/g, " ")

/** Formats a name as code in a table cell. A vertical bar is escaped, because it would end the cell. */
export const code = (text: string): string => `\`${text.replaceAll("|", "\\|")}\``

/** Returns a Markdown table. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")

/** Returns a table of names with their meanings. */
export const meaningTable = (what: string, meanings: Readonly<Record<string, string>>): string =>
  table(
    [what, "meaning"],
    Object.entries(meanings).map(([name, meaning]) => [code(name), cell(meaning)])
  )
