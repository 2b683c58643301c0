import { type ContactImports, ContactImportUuid, ImportRequest } from "@rollcall/core"
import { ImportListing, type ImportUndos, RowFilter, RowOfAnyShape } from "@rollcall/core/people"
import { Schema } from "effect"
import { readApart } from "./Inputs.ts"
import type { Calls } from "./Methods.ts"
import { slicedList } from "./SlicedList.ts"

const contactImport = ["uuid", ContactImportUuid] as const

/** A problem with a row is the outcome of the row. */
const newImport = Schema.Struct({ ...ImportRequest.fields, contacts: slicedList(RowOfAnyShape) }).annotate({
  [readApart]: "contacts"
})

/** How the methods of imports are called. */
export const imports = {
  create: { takes: [newImport] },
  preview: { takes: [newImport] },
  get: { takes: [contactImport] },
  list: { takes: [ImportListing], pagesBy: "offset" },
  rows: { takes: [contactImport, RowFilter], pagesBy: "offset" }
} as const satisfies Calls<ContactImports["Service"]>

/** How undoing imports is called. */
export const importUndos = { undo: { takes: [contactImport] } } as const satisfies Calls<ImportUndos["Service"]>
