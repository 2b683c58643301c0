import type { KnownField } from "../../src/rows/FileFields.ts"
import type { CellFormat } from "../../src/values/CellValue.ts"

/** Nothing is known of a file. */
export const format: CellFormat = {
  dates: { order: null, toInstant: (wall) => wall },
  decimal: null,
  separator: null,
  multiselect: "replace",
  locale: null,
  meanings: new Map()
}

/** A field for each kind of value. */
export const definitions: ReadonlyArray<KnownField> = [
  { field_key: "paid", field_type: "number:decimal", name: "Paid" },
  { field_key: "vip", field_type: "checkbox", name: "Very important" },
  { field_key: "born", field_type: "date", name: "Born" },
  { field_key: "seen", field_type: "date:date_time", name: "Seen" },
  {
    field_key: "tags",
    field_type: "multiselect",
    name: "Tags",
    select_options: ["VIP", "Très VIP", "Old"].map(toOption)
  }
]

function toOption(display_label: string, at: number) {
  const field_key = display_label.toLowerCase().replace("è", "e").replace(" ", "_")
  return { uuid: `0197a000-0000-7000-8000-00000000000${at}`, display_label, field_key, archived: false }
}
