import { globSync } from "node:fs"
import { expect, it } from "vitest"
import { read, repository } from "../../../../tools/Repository.ts"

/** The limits that docstrings name, by file: the constant of core, the file that has it, and the unit. */
const limitsIn: { readonly [file: string]: ReadonlyArray<readonly [constant: string, from: string, unit: string]> } = {
  Rollcall: [["maxWorkspaceName", "people/workspaces/Workspaces", "characters"]],
  "areas/Access": [
    ["maxTokenNameLength", "operations/access/AccessToken", "characters"],
    ["maxCapMessages", "people/workspaces/WorkspaceSettings", "messages"],
    ["maxCapDays", "people/workspaces/WorkspaceSettings", "days"]
  ],
  "areas/Broadcasts": [
    ["maxRecipients", "sending/broadcasts/BroadcastRequest", "recipients"],
    ["maxValidatedRecipients", "sending/broadcasts/BroadcastRequest", "recipients"],
    ["maxKeyLength", "sending/broadcasts/PayloadRules", "characters"],
    ["maxAudienceWarnings", "sending/broadcasts/acceptance/Acceptance", "warnings"],
    ["maxTestNumbers", "sending/dispatch/TestSends", "numbers"],
    ["maxSpanSeconds", "sending/delivery/Deliveries", "seconds"]
  ],
  "areas/Contacts": [
    ["maxFieldLength", "people/contacts/Contact", "characters"],
    ["maxTimelineLimit", "person/timeline/Timeline", "entries"]
  ],
  "areas/CustomFields": [
    ["maxDefinitionTextLength", "people/custom-fields/CustomFieldRules", "characters"],
    ["maxOptions", "people/custom-fields/CustomFieldRules", "options"],
    ["maxTextValueLength", "people/custom-fields/CustomFieldValue", "characters"]
  ],
  "areas/Events": [
    ["maxEvents", "events/events/Events", "events"],
    ["maxWebhookUrlLength", "events/webhooks/Webhook", "characters"],
    ["maxWebhooks", "events/webhooks/Webhook", "webhooks"]
  ],
  "areas/Imports": [
    ["maxImportRows", "people/imports/ContactImports", "rows"],
    ["maxFileNameLength", "people/imports/ContactImport", "characters"]
  ],
  "areas/Lists": [
    ["maxListNameLength", "people/lists/ContactList", "characters"],
    ["maxSearchChanged", "people/contact-jobs/ContactJob", "contacts"]
  ],
  "areas/Notes": [
    ["maxTitleLength", "people/notes/Note", "characters"],
    ["maxTextLength", "people/notes/Note", "characters"]
  ],
  "areas/OptOuts": [
    ["maxSearchChanged", "people/contact-jobs/ContactJob", "contacts"],
    ["maxMembersAtOnce", "people/lists/ContactList", "contacts"]
  ],
  "areas/Segments": [["maxSegmentNameLength", "people/segments/Segment", "characters"]],
  "areas/Templates": [
    ["maxTemplateNameLength", "sending/templates/Template", "characters"],
    ["maxLocaleLength", "sending/templates/Template", "characters"]
  ],
  "inputs/Broadcast": [
    ["maxSenderLength", "sending/broadcasts/PayloadRules", "characters"],
    ["maxKeyLength", "sending/broadcasts/PayloadRules", "characters"],
    ["maxClientReferenceLength", "sending/broadcasts/RecipientRules", "characters"],
    ["maxParts", "sending/broadcasts/audience/AudienceRules", "parts"],
    ["maxNamedContacts", "sending/broadcasts/audience/AudienceRules", "contacts"]
  ],
  "inputs/Search": [
    ["maxSearchTermLength", "people/search/Filter", "characters"],
    ["maxGroupDepth", "people/search/Filter", "levels"],
    ["maxFilters", "people/search/Filter", "filters"],
    ["maxSets", "people/search/Filter", "sets"]
  ],
  "results/Broadcast": [["maxAudienceWarnings", "sending/broadcasts/acceptance/Acceptance", "warnings"]],
  "results/Template": [
    ["maxTemplateNameLength", "sending/templates/Template", "characters"],
    ["maxLocaleLength", "sending/templates/Template", "characters"]
  ]
}

/** The value of a constant, with its unit, as docstrings write it. */
const limitOf = ([constant, from, unit]: (typeof limitsIn)[string][number]): string => {
  const value = RegExp(`const ${constant} = ([\\d_]+)$`, "m").exec(read(`packages/core/src/${from}.ts`))?.[1]
  return `${Number(value?.replaceAll("_", "")).toLocaleString("en")} ${unit}`
}

/** The texts of the docstrings of a file, each line break a space. */
const docstringsOf = (file: string): string =>
  Array.from(read(file).matchAll(/\/\*\*([^]*?)\*\//g), ([, comment = ""]) =>
    comment
      .replaceAll(/^ *\* ?/gm, "")
      .trim()
      .replaceAll(/\s*\n\s*/g, " ")
  ).join("\n")

it.each(Object.entries(limitsIn))("the promise library's docstrings contain core's limits: %s", (file, limits) => {
  const named = Array.from(
    docstringsOf(`packages/rollcall/src/${file}.ts`).matchAll(
      /\b(?:1 to|at most|up to|first|and) (?!1 to)(\d[\d,]* [a-z]+)/g
    ),
    ([, limit = ""]) => limit
  )
  expect(new Set(named)).toEqual(new Set(limits.map(limitOf)))
})

it("the docstrings of core's services contain only existing limits", () => {
  const known = new Set([
    ...Object.values(limitsIn).flat().map(limitOf),
    limitOf(["maxOperandLength", "people/search/Filter", "characters"]),
    limitOf(["defaultEvents", "events/events/Events", "events"]),
    limitOf(["defaultLimit", "person/timeline/Timeline", "entries"])
  ])
  const services = globSync("packages/core/src/*/**/*.ts", { cwd: repository }).filter((file) =>
    /Context\.Service<|interface \w+Methods /.test(read(file))
  )
  // Seconds are more often how long something takes.
  const units = Array.from(known, (limit) => limit.split(" ")[1])
    .filter((unit) => unit !== "seconds")
    .join("|")
  const named = services.flatMap(
    (file) => docstringsOf(file).match(RegExp(`\\b\\d(?:[\\d,]*\\d)? (?:${units})\\b`, "g")) ?? []
  )
  expect(named.filter((limit) => !known.has(limit))).toEqual([])
  expect(new Set(named).size).toBeGreaterThan(10)
})
