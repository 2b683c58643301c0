import { variables } from "@rollcall/cli/serve"
import { errorTable } from "../../../../packages/channel-whatsapp/src/graph/ErrorTable.ts"
import { commandVariables } from "../../../../packages/cli/src/targets/Address.ts"
import { importWarnings } from "../../../../packages/contact-files/src/rows/ImportWarnings.ts"
import { recipientReasons } from "../../../../packages/core/src/sending/broadcasts/Recipient.ts"
import { jobFailures } from "../../../../packages/core/src/people/contact-jobs/ContactJob.ts"
import { allMetrics } from "../../../../packages/core/src/operations/observability/Metrics.ts"
import { prometheusName } from "../../../../packages/core/src/operations/observability/Series.ts"
import { segmentFaults } from "../../../../packages/core/src/people/segments/Segment.ts"
import { issueCodes } from "../../../../packages/core/src/shared/Issue.ts"
import { codeOfTag } from "../../../../packages/rollcall/src/Errors.ts"
import { codes } from "../../../../packages/rollcall/src/RollcallError.ts"
import { dependencyTable } from "./Dependencies.ts"
import { eventMembers, eventTypes } from "./Events.ts"
import { httpErrors } from "./HttpErrors.ts"
import { apostropheList, letterTable, markTable } from "./Letters.ts"
import { cell, code, meaningTable, table } from "./Markdown.ts"
import { librarySettings, limitTable, variableTable } from "./Settings.ts"

const metricTable = (): string =>
  table(
    ["metric", "kind", "labels", "meaning"],
    allMetrics.map((metric) => [
      code(prometheusName(metric)),
      metric.kind,
      metric.labels.map((label) => code(label.replaceAll(".", "_"))).join(", "),
      cell(metric.help)
    ])
  )

const errorsOfEffect = (): string =>
  table(
    ["error of Effect", "code"],
    Object.entries(codeOfTag).map(([tag, name]) => [
      code(tag),
      name === "reason" ? "`unavailable`, `conflict` or `corrupt`, by its `reason`" : code(name)
    ])
  )

const whatsAppCodes = (): string =>
  table(
    ["code", "meaning", "leads to", "source"],
    errorTable.map(({ code: one, meaning, reason, recipient, retries, retryAfter, source, subcode }) => [
      `${typeof one === "number" ? one : one.join("-")}${subcode === undefined ? "" : `, subcode ${subcode}`}`,
      cell(meaning),
      [
        code(reason),
        ...(recipient === undefined ? [] : [code(recipient)]),
        ...(retryAfter === undefined ? [] : [`after ${retryAfter} seconds`]),
        ...(retries === undefined ? [] : ["once"])
      ].join(", "),
      source
    ])
  )

/** The tables generated from the code, by their names in pages. */
export const tables: Readonly<Record<string, () => string>> = {
  apostrophes: apostropheList,
  "command variables": () => variableTable(commandVariables),
  dependencies: dependencyTable,
  "error codes": () => meaningTable("code", codes),
  "errors of Effect": errorsOfEffect,
  "event members": eventMembers,
  "event types": eventTypes,
  "HTTP errors": httpErrors,
  "import warnings": () => meaningTable("warning", importWarnings),
  "issue codes": () => meaningTable("code", issueCodes),
  "job failures": () => meaningTable("reason", jobFailures),
  letters: letterTable,
  "library settings": librarySettings,
  limits: limitTable,
  marks: markTable,
  metrics: metricTable,
  "recipient reasons": () => meaningTable("reason", recipientReasons),
  "segment faults": () => meaningTable("reason", segmentFaults),
  "server variables": () => variableTable(variables),
  "WhatsApp codes": whatsAppCodes
}

const mark = /^.*<!-- table (.+?) -->$/gm

/**
 * Returns a page with its tables. A line that ends with `<!-- table NAME -->` links to the code from which the table is
 * generated, for readers of the repository. On the site, the table replaces the line.
 */
export const withTables = (page: string, text: string): string =>
  text.replaceAll(mark, (_, name: string) => {
    const make = tables[name]
    if (make === undefined)
      throw new Error(`${page} names the table "${name}", which tools/docs/site/tables/Tables.ts lacks`)
    return make()
  })

/** Returns the names of the tables in a page. */
export const tablesNamed = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(mark), ([, name = ""]) => name)
