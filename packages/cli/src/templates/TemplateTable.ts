import type { OfferedTemplate } from "@rollcall/core/channel"
import { type Column, table } from "../screen/Table.ts"

const columns: ReadonlyArray<Column> = [
  { title: "Channel", align: "left" },
  { title: "Name", align: "left" },
  { title: "Locale", align: "left" },
  { title: "Status", align: "left" },
  { title: "Header", align: "left" },
  { title: "Body", align: "right" },
  { title: "Buttons", align: "right" },
  { title: "Cards", align: "right" }
]

/** A table of templates: a row for each, with the number of parameters of its parts. */
export const templateTable = (templates: ReadonlyArray<OfferedTemplate>): string => table(columns, templates.map(toRow))

const toRow = (template: OfferedTemplate): ReadonlyArray<string> => {
  const identity = [template.channelType, template.name, template.locale, template.status]
  return template.kind === "plain"
    ? [...identity, template.header ?? "", String(template.body), String(template.buttons), ""]
    : [...identity, "", String(template.body), "", String(template.cards.length)]
}
