import type { CheckedRow, InputFile } from "@rollcall/contact-files"
import { type Choices, unchosen } from "../../src/import/file/Choices.ts"
import { checkedRows } from "../../src/import/file/FileRows.ts"

const known = {
  fields: [{ field_key: "score", field_type: "number:decimal", name: "Score" }],
  lists: [{ uuid: "0197a000-0000-7000-8000-000000000001", name: "News" }]
} as const

const inputOf = (text: string): InputFile => ({
  name: "people.csv",
  size: text.length,
  bytes: {
    async *[Symbol.asyncIterator]() {
      yield new TextEncoder().encode(text)
    }
  }
})

/** The rows of a CSV file whose columns are called like what they give. */
export const rowsOf = (text: string, choices: Partial<Choices> = {}): AsyncIterable<ReadonlyArray<CheckedRow>> => {
  const columns = (text.split("\n")[0] ?? "").split(",")
  const targets = Object.fromEntries(columns.map((column) => [column, column]))
  return checkedRows(inputOf(text), columns, { ...unchosen, matchOn: "email", ...choices, targets }, known)
}

/** A file of so many people, each with an address. */
export const people = (count: number): string =>
  ["email", ...Array.from({ length: count }, (_, at) => `${at + 1}@x.org`)].join("\n")
