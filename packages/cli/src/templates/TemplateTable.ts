import type { Template } from "@rollcall/core"
import Table from "cli-table3"
import { printable } from "../Screen.ts"

/** A table of templates: a row for each, with the number of parameters of its parts. */
export const templateTable = (templates: ReadonlyArray<Template>): string => {
  const table = new Table({
    head: ["Name", "Locale", "Status", "Header", "Body", "Buttons", "Cards"],
    colAligns: ["left", "left", "left", "left", "right", "right", "right"],
    style: { head: [], border: [], compact: true }
  })
  table.push(...templates.map(toRow))
  return table.toString()
}

const toRow = (template: Template): Array<string | number> => {
  const identity = [printable(template.name), printable(template.locale), template.status]
  return template.kind === "plain"
    ? [...identity, template.header ?? "", template.body, template.buttons, ""]
    : [...identity, "", template.body, "", template.cards.length]
}
