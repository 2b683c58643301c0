/** The metrics of one process, in Prometheus format. */
export interface ProcessMetrics {
  readonly process: number
  readonly text: string
}

/** The series of a metric, with the lines that describe it. */
interface Family {
  readonly about: ReadonlyArray<string>
  readonly series: Array<string>
}

/**
 * Merges the metrics of several processes. Each series gets the label `process`, and the series of a metric are grouped
 * under one description, as the format requires.
 */
export const mergeMetrics = (texts: ReadonlyArray<ProcessMetrics>): string => {
  const families = new Map<string, Family>()
  for (const { process, text } of texts) {
    let about: Array<string> = []
    let family: Family = { about, series: [] }
    for (const line of text.split("\n")) {
      if (line === "") continue
      if (!line.startsWith("#")) {
        family.series.push(withLabel(line, `process="${process}"`))
        continue
      }
      const [, keyword = "", name = ""] = line.split(" ", 3)
      if (about.length === 0 || !about.some((other) => other.split(" ", 3)[2] === name)) {
        about = []
        family = families.get(name) ?? { about, series: [] }
        families.set(name, family)
      }
      if (keyword === "HELP" || keyword === "TYPE") about.push(line)
    }
  }
  return Array.from(families.values(), ({ about, series }) => [...about, ...series, ""].join("\n")).join("")
}

/** Adds a label to a series, as its first label. */
const withLabel = (line: string, label: string): string => {
  const end = line.search(/[{ ]/)
  const rest = line.slice(end)
  return rest.startsWith("{")
    ? `${line.slice(0, end)}{${label}${rest.startsWith("{}") ? "" : ","}${rest.slice(1)}`
    : `${line.slice(0, end)}{${label}}${rest}`
}
