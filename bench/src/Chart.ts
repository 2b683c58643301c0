/** A bar of a chart, with the value that stands beside it. */
export interface Bar {
  readonly label: string
  readonly value: number
  readonly beside: number
}

/**
 * Returns a chart of Mermaid for a page: a bar for each value, and a line through those beside them. Its axis begins at
 * zero and ends at the greatest.
 */
export const chart = (title: string, unit: string, bars: ReadonlyArray<Bar>): string => {
  const listed = (values: ReadonlyArray<number>) => `[${values.map((value) => value.toFixed(2)).join(", ")}]`
  const greatest = Math.max(...bars.flatMap(({ beside, value }) => [value, beside]))
  return [
    "```mermaid",
    "---",
    "config:",
    `  xyChart: { height: ${60 + bars.length * 28}, width: 900, chartOrientation: horizontal }`,
    '  themeVariables: { xyChart: { plotColorPalette: "#7aa6d8, #d1495b" } }',
    "---",
    "xychart-beta",
    `  title "${title}"`,
    `  x-axis [${bars.map(({ label }) => `"${label.replaceAll('"', "'")}"`).join(", ")}]`,
    `  y-axis "${unit}" 0 --> ${Math.ceil(greatest)}`,
    `  bar ${listed(bars.map(({ value }) => value))}`,
    `  line ${listed(bars.map(({ beside }) => beside))}`,
    "```"
  ].join("\n")
}
