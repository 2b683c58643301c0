import { describe, expect, it } from "vitest"
import { readChoices, unchosen } from "../../src/import/file/Choices.ts"
import { failedFile } from "../../src/import/run/FailedFile.ts"
import type { OpenedFile } from "../../src/import/file/OpenedFile.ts"
import { rowsOf } from "./Rows.ts"

const collected = async (text: string, strict = false) => {
  const all = []
  for await (const some of rowsOf(text, { strict })) all.push(...some)
  return all
}

/** What is sent of each row, null where nothing can be. */
const bodies = (rows: Awaited<ReturnType<typeof collected>>) =>
  rows.map(({ reading }) => (reading._tag === "Success" ? reading.success.body : null))

describe("a file's rows as they are sent", () => {
  it("join the lists that they name, and warn of an unknown name", async () => {
    const text = 'email,lists\na@x.org,news\nb@x.org,"Old; News"\n'
    const rows = await collected(text)
    const uuids = ["0197a000-0000-7000-8000-000000000001"]
    expect(bodies(rows)).toEqual([
      { email: "a@x.org", contact_list_uuids: uuids },
      { email: "b@x.org", contact_list_uuids: uuids }
    ])
    expect(rows[1]?.warnings).toEqual([{ reason: "unknown_list", error: 'lists: there is no list "Old"' }])
    const [, failed] = await collected(text, true)
    expect(failed?.reading._tag).toBe("Failure")
  })
})

describe("the opted_out column", () => {
  it("accepts only the opt-out scopes", async () => {
    const rows = await collected("email,opted_out\na@x.org,all\nb@x.org,\nc@x.org,yes\n")
    expect(bodies(rows)).toEqual([{ email: "a@x.org", opted_out: "all" }, { email: "b@x.org" }, null])
  })
})

describe("the file of failed rows", () => {
  const opened = (columns: ReadonlyArray<string>): OpenedFile => ({
    file: new File([], "people.csv"),
    format: "csv",
    encoding: "utf-8",
    delimiter: ",",
    sheet: "",
    hasHeader: true,
    columns,
    fields: [],
    readings: [],
    book: null
  })

  it("has their cells and errors, contains no formulas, and can be imported again", async () => {
    const text = 'email,first_name,reason\na@x.org,=1+1,old\nb@x.org,"B, jr.",old\n'
    const failures = new Map([
      [1, "is wrong"],
      [2, 'must be "x"']
    ])
    const blob = await failedFile(rowsOf(text), opened(["email", "first_name", "reason"]), failures)
    const bytes = new Uint8Array(await blob.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const written = await blob.text()
    expect(written.replace("\ufeff", "")).toBe(
      'email,first_name,row_number,reason\r\na@x.org,\'=1+1,1,is wrong\r\nb@x.org,"B, jr.",2,"must be ""x"""\r\n'
    )
    const rows = await collected(written.replace("\ufeff", "").replaceAll("\r", ""))
    expect(bodies(rows).map((body) => body?.first_name)).toEqual(["=1+1", "B, jr."])
  })
})

describe("stored choices", () => {
  it("are read where valid, and otherwise use the defaults", () => {
    const chosen = { ...unchosen, targets: { Mail: "email" }, matchOn: "email", decimal: "," } as const
    expect(readChoices(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen)
    expect(readChoices({ matchOn: "shoe_size", targets: { a: 1 }, strict: "yes" })).toEqual(unchosen)
    expect(readChoices("none")).toBeUndefined()
  })
})
