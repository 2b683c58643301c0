import { readAnew } from "../file/Bytes.ts"
import { FileRefused } from "../file/FileRefused.ts"
import type { InputFile } from "../file/InputFile.ts"
import { builtInFormat, formatOf, type NumberFormat } from "./CellTexts.ts"
import { sheetRows, withoutEscapes } from "./SheetRows.ts"
import { readXml, type XmlReader } from "./Xml.ts"
import { type Source, unpacked, type ZipPart, zipParts } from "./ZipParts.ts"

/** An opened workbook. */
export interface Workbook {
  /** The names of the sheets, visible sheets first. */
  readonly sheets: ReadonlyArray<string>
  /** Returns a sheet as a file with records; by default the first. Throws an error if no sheet has this name. */
  readonly sheet: (name: string | undefined) => InputFile
}

/** The maximum number of characters of all shared strings, which are kept in memory. */
const maxTexts = 128 * 1024 * 1024

/** Opens a workbook (.xlsx). Reads its shared strings and formats, but no sheets yet. */
export const openWorkbook = async (name: string, source: Source): Promise<Workbook> => {
  const refused = (why: string) =>
    new FileRefused(`${name}: the file can't be read as a workbook: ${why}. Save the table as CSV instead`)
  const orRefuse = async function* <A>(pieces: AsyncIterable<A>) {
    try {
      yield* pieces
    } catch (error) {
      throw error instanceof FileRefused ? error : refused(error instanceof Error ? error.message : String(error))
    }
  }
  const parts = await zipParts(source)
  if (parts === undefined) throw refused("it is a ZIP archive without a table of contents, and may be cut off")
  const main = parts.find((part) => /(?:^|\/)workbook\.xml$/.test(part.name))
  if (main === undefined) throw refused("it is a ZIP archive without sheets")
  const folder = main.name.slice(0, -"workbook.xml".length)
  const partNamed = (name: string): ZipPart | undefined => parts.find((part) => part.name === name)
  const read = async (part: ZipPart | undefined, reader: XmlReader) => {
    if (part !== undefined) for await (const _ of orRefuse(readXml(unpacked(source, part), reader)));
  }

  const targets = new Map<string, string>()
  const byType = new Map<string, string>()
  await read(partNamed(`${folder}_rels/workbook.xml.rels`), {
    open: (name, attribute) => {
      const target = attribute("Target") ?? ""
      const path = target.startsWith("/") ? target.slice(1) : folder + target
      if (name === "Relationship") {
        targets.set(attribute("Id") ?? "", path)
        byType.set((attribute("Type") ?? "").replace(/.*\//, ""), path)
      }
    }
  })
  const sheets = new Map<string, ZipPart>()
  const hidden = new Map<string, ZipPart>()
  let is1904 = false
  await read(main, {
    open: (name, attribute) => {
      if (name === "workbookPr") is1904 = /^(?:1|true)$/.test(attribute("date1904") ?? "")
      const part = name === "sheet" ? partNamed(targets.get(attribute("id") ?? "") ?? "") : undefined
      const group = attribute("state")?.includes("idden") ? hidden : sheets
      if (part !== undefined) group.set(withoutEscapes(attribute("name") ?? ""), part)
    }
  })
  const all = new Map([...sheets, ...hidden])
  if (all.size === 0) throw refused("it has no sheets")
  const texts: Array<string> = []
  await read(partNamed(byType.get("sharedStrings") ?? ""), textReader(texts))
  const formats: Array<NumberFormat> = []
  await read(partNamed(byType.get("styles") ?? ""), formatReader(formats))

  return {
    sheets: [...all.keys()],
    sheet: (wanted) => {
      const part = wanted === undefined ? [...all.values()][0] : all.get(wanted)
      if (part === undefined) {
        const names = [...all.keys()].map((name) => JSON.stringify(name)).join(", ")
        throw new FileRefused(`${name}: the workbook has no sheet ${JSON.stringify(wanted)}. Its sheets are ${names}`)
      }
      const bytes = readAnew(() => unpacked(source, part))
      const records = readAnew(() => orRefuse(sheetRows(bytes, { texts, formats, is1904 })))
      return { name, size: part.size, bytes, records }
    }
  }
}

/** Collects the shared strings of cells, without their phonetic hints. */
const textReader = (texts: Array<string>): XmlReader => {
  let [text, isText, isAside, length] = ["", false, false, 0]
  return {
    open: (name) => {
      if (name === "si") text = ""
      if (name === "rPh") isAside = true
      isText = name === "t" && !isAside
    },
    text: (more) => {
      if (isText) text += more
    },
    close: (name) => {
      isText = false
      if (name === "rPh") isAside = false
      if (name !== "si") return
      length += text.length
      if (length > maxTexts) throw new Error("the strings in its cells are too long")
      texts.push(withoutEscapes(text))
    }
  }
}

/** Collects the number format of each cell style. */
const formatReader = (formats: Array<NumberFormat>): XmlReader => {
  const own = new Map<number, NumberFormat>()
  let isCell = false
  return {
    open: (name, attribute) => {
      if (name === "cellXfs") isCell = true
      const id = Number(attribute("numFmtId") ?? 0)
      if (name === "numFmt") own.set(id, formatOf(attribute("formatCode") ?? ""))
      if (name === "xf" && isCell) formats.push(own.get(id) ?? builtInFormat(id))
    },
    close: (name) => {
      if (name === "cellXfs") isCell = false
    }
  }
}
