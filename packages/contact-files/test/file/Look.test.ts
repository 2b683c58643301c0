import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { stringify } from "csv-stringify/sync"
import { Result, Struct } from "effect"
import { csvRows } from "../../src/csv/CsvRows.ts"
import { decodingOf } from "../../src/file/Encoding.ts"
import { lookAt } from "../../src/file/FileHead.ts"
import { FileRefused, type Reading } from "../../src/file/FileRefused.ts"
import type { InputFile } from "../../src/file/InputFile.ts"
import { jsonRows } from "../../src/json/JsonRows.ts"
import type { SourceRow } from "../../src/rows/SourceRow.ts"
import { openWorkbook } from "../../src/workbook/OpenWorkbook.ts"
import { file, readingsOf } from "../Bytes.ts"
import { sourceOf, workbookOf } from "@rollcall/testing/workbooks"
import { format } from "../values/Format.ts"

/** How many files are written: `ROLLCALL_PLANS`, or 200. */
const cases = Number(process.env["ROLLCALL_PLANS"] ?? 200)

/** Names of languages, by the encodings of their files. */
const names = {
  "windows-1252": ["Zoë", "Müller", "José", "Hélène", "Åse", "Søren", "François", "Begoña", "Weiß", "O’Brién"],
  "windows-1250": ["Łukasz", "Wiśniewski", "Dvořák", "Jiří", "Žofie", "Małgorzata"],
  "windows-1251": ["Иван", "Анна", "Сергей", "Олексій", "Екатерина"],
  "koi8-r": ["Иван", "Анна", "Сергей", "Екатерина"],
  "windows-1253": ["Γιώργος", "Μαρία", "Ελένη", "Κωνσταντίνος"],
  "windows-1254": ["Ayşe", "Yağmur", "Işık", "Çağrı", "Gülşen"],
  "windows-1255": ["דוד", "שרה", "יעקב"],
  "windows-1256": ["محمد", "فاطمة", "عبدالله"],
  shift_jis: ["田中", "やまだ", "山田太郎"],
  gb18030: ["张伟", "王芳", "李娜", "刘洋"],
  "euc-kr": ["김민수", "이서연", "박지훈"],
  "utf-16le": ["Zoë", "Иван", "张伟"],
  "utf-16be": ["Zoë", "Иван", "张伟"],
  "utf-8": ["Zoë", "Иван", "张伟", "🐦"]
} as const

const encodings = Struct.keys(names)

/** The bytes of each character in an encoding, found by reading all of one and two bytes. */
const tables = new Map<string, ReadonlyMap<string, ReadonlyArray<number>>>()
const tableOf = (encoding: string) => {
  const known = tables.get(encoding)
  if (known !== undefined) return known
  const table = new Map<string, ReadonlyArray<number>>()
  const add = (...bytes: ReadonlyArray<number>) => {
    const text = Result.try(() => new TextDecoder(encoding, { fatal: true }).decode(Uint8Array.from(bytes)))
    if (Result.isSuccess(text) && [...text.success].length === 1 && !table.has(text.success))
      table.set(text.success, bytes)
  }
  for (let one = 0; one < 256; one++) add(one)
  if (/^(?:shift|gb|euc)/.test(encoding)) {
    for (let one = 0x81; one < 0xff; one++) for (let two = 0x40; two < 0xff; two++) add(one, two)
  }
  tables.set(encoding, table)
  return table
}

const encoded = (text: string, encoding: string): Buffer => {
  if (encoding === "utf-8") return Buffer.from(text)
  if (encoding.startsWith("utf-16")) {
    const bytes = Buffer.from(text, "utf16le")
    return encoding === "utf-16le" ? bytes : bytes.swap16()
  }
  return Buffer.from([...text].flatMap((char) => tableOf(encoding).get(char) ?? assert.fail(`${encoding}: ${char}`)))
}

interface Options {
  readonly encoding?: string
  readonly delimiter?: string
}

/** The rows of a file that is read with options. */
const rowsOf = async (bytes: Buffer, { delimiter, encoding }: Options, piece: number) => {
  const look = lookAt("people.csv", bytes.subarray(0, 65_536), encoding ?? null)
  const raw = file(bytes, piece)
  const decode = Result.getOrThrow(decodingOf(look.encoding))
  const input: InputFile =
    look.kind === "workbook"
      ? (await openWorkbook(raw.name, sourceOf(bytes))).sheet(undefined)
      : { ...raw, bytes: decode(raw.name, raw.bytes) }
  const rows: Array<SourceRow> = []
  const parts =
    look.kind === "json"
      ? jsonRows(input, { definitions: [], format, rules: [] })
      : csvRows(input, { definitions: [], delimiter: delimiter ?? null, empty: "keep", format, rules: [] })
  for await (const part of parts) if (part._tag === "Rows") rows.push(...part.rows)
  return readingsOf(rows)
}

/** Reads a file as one who takes each time what is offered and is right. */
const readAsOffered = async (
  bytes: Buffer,
  right: Required<Options>,
  piece: number,
  said: Options = {}
): Promise<unknown> => {
  try {
    return await rowsOf(bytes, said, piece)
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    const isRight = ({ option, value }: Reading) => option !== "no-header" && right[option] === value
    const reading = error.readings.find(isRight) ?? assert.fail(`${error.message}: ${JSON.stringify(error.readings)}`)
    assert.isFalse(Object.hasOwn(said, reading.option))
    return readAsOffered(bytes, right, piece, { ...said, [reading.option]: reading.value })
  }
}

const signs = fc.string({ unit: fc.constantFrom("a", "b", ",", ";", '"', " ", "\n", "|") })

const cell = (encoding: keyof typeof names) =>
  fc.oneof(
    fc.constantFrom(...names[encoding]),
    signs.map((text) => `x${text}x`)
  )

const table = fc.constantFrom(...encodings).chain((encoding) =>
  fc.record({
    encoding: fc.constant(encoding),
    // The first name of some people tells the encoding, as in most files.
    people: fc.array(fc.tuple(fc.constantFrom(...names[encoding]), cell(encoding)), { minLength: 4, maxLength: 12 }),
    piece: fc.integer({ min: 1, max: 200 })
  })
)

describe("a file", () => {
  it("I13: is read, or its settings are suggested, in every encoding, with every delimiter, as JSON and as a workbook", async () => {
    const samples = fc.record({ form: fc.constantFrom(",", ";", "\t", "|", "list", "lines", "workbook"), table })
    await fc.assert(
      fc.asyncProperty(samples, async ({ form, table: { encoding, people, piece } }) => {
        const rows = people.map(([first, last], at) => [`p${at}@x.org`, first, last])
        const header = ["email", "first_name", "last_name"]
        const expected = rows.map(([email, first_name, last_name], at) => [at + 1, { email, first_name, last_name }])
        const objects = expected.map(([, row]) => JSON.stringify(row, null, form === "list" ? 1 : 0))
        const text =
          form === "list"
            ? `[\n${objects.join(",\n")}\n]`
            : form === "lines"
              ? objects.join("\n")
              : stringify([header, ...rows], { delimiter: form })
        const bytes = form === "workbook" ? workbookOf([header, ...rows]) : encoded(text, encoding)
        assert.deepStrictEqual(await readAsOffered(bytes, { encoding, delimiter: form }, piece), expected)
      }),
      { numRuns: cases }
    )
  })

  it("is first suggested in its language's encoding", async () => {
    for (const encoding of encodings.filter((name) => !name.startsWith("utf"))) {
      const text = `email,first_name\n${names[encoding].map((name) => `a@x.org,${name}\n`).join("")}`
      const error: unknown = await rowsOf(encoded(text, encoding), {}, 4_096).catch((error: unknown) => error)
      const [best] = error instanceof FileRefused ? error.readings : []
      assert.deepStrictEqual(best, { option: "encoding", value: encoding, reads: JSON.stringify(names[encoding][0]) })
    }
  })

  it.each<readonly [what: string, bytes: Uint8Array | string]>([
    ["a workbook with a password or in the old format (.xls)", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)],
    ["a PDF", "%PDF-1.7"],
    ["compressed with gzip", Uint8Array.of(0x1f, 0x8b, 8)],
    ["a file of contact cards (vCard)", "\ufeffBEGIN:VCARD\r\n"],
    ["a page or XML", "<html>"]
  ])("is rejected with its actual type: %s", (what, bytes) => {
    assert.throws(() => lookAt("people.csv", Buffer.from(bytes), null), `people.csv: the file is ${what}.`)
  })

  it("is JSON if it starts like JSON, even if a CSV header could start so", () => {
    const kindOf = (text: string) => lookAt("people.csv", Buffer.from(text), null).kind
    assert.deepStrictEqual(['[\n{"a":1}]', '\ufeff {"a":1}', "[]"].map(kindOf), ["json", "json", "json"])
    assert.deepStrictEqual(["[Email],[Name]", "{Email}", ""].map(kindOf), ["text", "text", "text"])
  })
})
