import type { OfferedTemplate } from "@rollcall/core/channel"
import { type Column, table } from "../screen/Table.ts"

const channelColumn: Column = { title: "Channel", align: "left" }

const columns: ReadonlyArray<Column> = [
  { title: "Name", align: "left" },
  { title: "Locale", align: "left" },
  { title: "Status", align: "left" },
  { title: "Header", align: "left" },
  { title: "Body", align: "right" },
  { title: "Buttons", align: "right" },
  { title: "Cards", align: "right" }
]

/**
 * A table of templates: a row for each, with the number of parameters of its parts. The channel is a column where there
 * are several: the table has to fit a terminal.
 */
export const templateTable = (templates: ReadonlyArray<OfferedTemplate>): string =>
  new Set(templates.map(({ channelType }) => channelType)).size > 1
    ? table(
        [channelColumn, ...columns],
        templates.map((template) => [template.channelType, ...toRow(template)])
      )
    : table(columns, templates.map(toRow))

const toRow = (template: OfferedTemplate): ReadonlyArray<string> => {
  const { locale, name, status } = template
  switch (template.kind) {
    case "plain":
      return [name, locale, status, template.header ?? "", String(template.body), String(template.buttons), ""]
    case "carousel":
      return [name, locale, status, "", String(template.body), "", String(template.cards.length)]
    case "unsendable":
      return [name, locale, "unsendable", "", "", "", ""]
  }
}
