import { crc32, deflateRawSync } from "node:zlib"

/** Returns an archive in which only the table of contents has the sizes, as written by programs that stream. */
export const zipped = (parts: Readonly<Record<string, string>>): Buffer => {
  const [files, contents]: [Array<Buffer>, Array<Buffer>] = [[], []]
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const header = Buffer.alloc(46)
    header.writeUInt32LE(0x02014b50)
    header.writeUInt16LE(8, 8)
    header.writeUInt16LE(8, 10)
    header.writeUInt32LE(crc32(content), 16)
    header.writeUInt32LE(packed.length, 20)
    header.writeUInt32LE(content.length, 24)
    header.writeUInt16LE(Buffer.byteLength(name), 28)
    header.writeUInt32LE(at, 42)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(8, 6)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    files.push(local, Buffer.from(name), packed)
    contents.push(header, Buffer.from(name))
    at += 30 + Buffer.byteLength(name) + packed.length
  }
  const directory = Buffer.concat(contents)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, directory, end])
}

/** Returns a source that can be read from any position. */
export const sourceOf = (bytes: Buffer) => ({
  size: bytes.length,
  read: async (from: number, to: number) => bytes.subarray(from, to)
})

export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\r", "_x000D_")

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

/** Returns the parts of a workbook, with the XML of each sheet's rows and the shared parts of cells. */
export const workbookParts = (
  sheets: Readonly<Record<string, string>>,
  { shared = "", styles = "", workbookPr = "" } = {}
): Readonly<Record<string, string>> => {
  const names = Object.keys(sheets)
  const links = names.map(
    (_, at) => `<Relationship Id="r${at}" Type="${office}/worksheet" Target="worksheets/s${at}.xml"/>`
  )
  return {
    "xl/workbook.xml": `<?xml version="1.0"?><workbook xmlns:r="${office}">${workbookPr}<sheets>${names
      .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="r${at}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${links.join("")}<Relationship Id="t" Type="${office}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="f" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/s${at}.xml`,
        `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`
      ])
    ),
    "xl/sharedStrings.xml": `<sst>${shared}</sst>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`
  }
}

/** Returns a workbook with one sheet of strings, stored as shared strings. */
export const workbookOf = (rows: ReadonlyArray<ReadonlyArray<string>>): Buffer => {
  const texts = [...new Set(rows.flat())]
  const xml = rows.map(
    (cells) => `<row>${cells.map((text) => `<c t="s"><v>${texts.indexOf(text)}</v></c>`).join("")}</row>`
  )
  const shared = texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join("")
  return zipped(workbookParts({ Sheet1: xml.join("") }, { shared }))
}
