import { ContactImports, ContactImportUuid, ImportRequest } from "@rollcall/core"
import { ImportListing, ImportUndos, RowFilter, RowOfAnyShape } from "@rollcall/core/people"
import { Schema } from "effect"
import { readApart } from "./Inputs.ts"
import { area } from "./Methods.ts"
import { slicedList } from "./SlicedList.ts"

const contactImport = ["uuid", ContactImportUuid] as const

/** A problem with a row is the outcome of the row. */
const newImport = Schema.Struct({ ...ImportRequest.fields, contacts: slicedList(RowOfAnyShape) }).annotate({
  [readApart]: "contacts"
})

/** Binds the methods of imports. */
export const imports = area(ContactImports, {
  create: { takes: [newImport] },
  preview: { takes: [newImport] },
  get: { takes: [contactImport] },
  list: { takes: [ImportListing], pagesBy: "offset" },
  rows: { takes: [contactImport, RowFilter], pagesBy: "offset" }
})

/** Binds the undoing of imports. */
export const importUndos = area(ImportUndos, { undo: { takes: [contactImport] } })
