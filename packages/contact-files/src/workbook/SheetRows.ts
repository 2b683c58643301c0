import type { TableRecord } from "../file/InputFile.ts"
import { type NumberFormat, numberText } from "./CellTexts.ts"
import { readXml } from "./Xml.ts"

/** The shared strings and formats of a workbook, for the cells of all sheets. */
export interface SheetContext {
  readonly texts: ReadonlyArray<string>
  /** The number formats by the index of the cell style. */
  readonly formats: ReadonlyArray<NumberFormat>
  readonly is1904: boolean
}

const maxColumns = 16_384

/** Returns the non-empty rows of a sheet, in one group per piece of the file. A formula's cell has its last result. */
export async function* sheetRows(bytes: AsyncIterable<Uint8Array>, context: SheetContext) {
  let records: Array<TableRecord> = []
  let [line, end, cells] = [0, 0, new Array<string>()]
  let cell = { column: -1, type: "n", style: 0, value: "" }
  let isValue = false
  const pieces = readXml(bytes, {
    open: (name, attribute) => {
      if (name === "row") {
        line = Number(attribute("r") ?? line + 1)
        cells = []
        cell.column = -1
      } else if (name === "c") {
        const column = columnOf(attribute("r")) ?? cell.column + 1
        if (column >= maxColumns) throw new Error(`row ${line} has more than ${maxColumns} columns`)
        cell = { column, type: attribute("t") ?? "n", style: Number(attribute("s") ?? 0), value: "" }
      } else isValue = name === "v" || name === "t"
    },
    text: (text) => {
      if (isValue) cell.value += text
    },
    close: (name) => {
      isValue = false
      if (name === "c") {
        const text = textOf(cell, context).trim()
        if (text === "") return
        while (cells.length < cell.column) cells.push("")
        cells[cell.column] = text
      } else if (name === "row" && cells.length > 0) records.push({ cells, line, end })
    }
  })
  for await (const read of pieces) {
    end = read
    const some = records
    records = []
    yield some
  }
}

/** Returns the column index of a cell by its name, such as 27 for `AB12`. */
const columnOf = (name: string | undefined): number | undefined => {
  const letters = /^[A-Z]{1,3}/.exec(name ?? "")?.[0]
  return letters === undefined
    ? undefined
    : [...letters].reduce((all, letter) => 26 * all + letter.charCodeAt(0) - 64, 0) - 1
}

const textOf = (
  { style, type, value }: { readonly type: string; readonly style: number; readonly value: string },
  { formats, is1904, texts }: SheetContext
): string => {
  switch (type) {
    case "s": {
      const text = texts[Number(value)]
      if (text === undefined) throw new Error(`it lacks the string ${value}, which a cell uses`)
      return text
    }
    case "b":
      return value === "1" ? "true" : "false"
    case "n":
      return numberText(value, formats[style] ?? { _tag: "General" }, is1904)
    default:
      return withoutEscapes(value)
  }
}

/** Replaces escapes such as `_x000D_` with their characters. */
export const withoutEscapes = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
