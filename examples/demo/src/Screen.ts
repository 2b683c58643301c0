import { SingleBar } from "cli-progress"
import Table from "cli-table3"
import { Console, Effect } from "effect"
import { isatty } from "node:tty"

const terminal = isatty(1)

const paint = (code: number) => (text: string) => (terminal ? `\u001b[${code}m${text}\u001b[0m` : text)

const bold = paint(1)
export const dim = paint(2)
export const red = paint(31)
export const green = paint(32)
export const yellow = paint(33)

/** Prints the heading of the next step. */
export const step = (title: string): Effect.Effect<void> => Console.log(`\n${bold(title)}`)

/** Prints a table. Columns of numbers are right-aligned. */
export const table = (
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | number>>
): Effect.Effect<void> => {
  const isFigures = (column: number) => rows.length > 0 && rows.every((row) => typeof row[column] === "number")
  const drawn = new Table({
    head: [...head],
    colAligns: head.map((_, column) => (isFigures(column) ? "right" : "left")),
    style: { head: terminal ? ["bold"] : [], border: terminal ? ["grey"] : [], compact: true }
  })
  drawn.push(...rows.map((row) => row.map((cell) => (typeof cell === "number" ? count(cell) : cell))))
  return Console.log(drawn.toString().replace(/^/gm, "  "))
}

/** Formats a number with thousands separators. */
export const count = (value: number): string => value.toLocaleString("en")

/** Shortens a string to a number of characters. */
export const shorten = (text: string, length: number): string => {
  const characters = Array.from(new Intl.Segmenter().segment(text.replace(/\s+/g, " ")), ({ segment }) => segment)
  return characters.length <= length ? characters.join("") : `${characters.slice(0, length - 1).join("")}…`
}

/** Shows progress until the scope closes: as a bar on a terminal, otherwise as a line for every quarter. */
export const progress = (total: number, what: string) =>
  terminal
    ? Effect.acquireRelease(startBar(total, what), stopBar).pipe(Effect.map(moveBar))
    : plainProgress(total, what)

const startBar = (total: number, what: string) =>
  Effect.sync(() => {
    const bar = new SingleBar({
      format: `  {bar} {value} of {total} ${what}  ${dim("{note}")}`,
      barCompleteChar: "█",
      barIncompleteChar: "░",
      barsize: 36,
      hideCursor: true
    })
    bar.start(total, 0, { note: "" })
    return bar
  })

const stopBar = (bar: SingleBar) => Effect.sync(() => bar.stop())

const moveBar =
  (bar: SingleBar) =>
  (value: number, note = ""): Effect.Effect<void> =>
    Effect.sync(() => bar.update(value, { note }))

const plainProgress = (total: number, what: string) =>
  Effect.sync(() => {
    let shown = 0
    return (value: number, note = ""): Effect.Effect<void> => {
      const quarter = total === 0 ? 4 : Math.floor((4 * value) / total)
      if (quarter <= shown) return Effect.void
      shown = quarter
      return Console.log(`  ${value} of ${total} ${what}${note === "" ? "" : `  ${note}`}`)
    }
  })
