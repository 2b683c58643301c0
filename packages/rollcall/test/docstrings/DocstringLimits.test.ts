import { globSync } from "node:fs"
import { expect, it } from "vitest"
import { read, repository } from "../../../../tools/Repository.ts"

/** The limits that docstrings name, by file: the constant of core, the file that has it, and the unit. */
const limitsIn: { readonly [file: string]: ReadonlyArray<readonly [constant: string, from: string, unit: string]> } = {
  Rollcall: [["maxWorkspaceName", "workspaces/Workspaces", "characters"]],
  "areas/Access": [
    ["maxTokenNameLength", "access/AccessToken", "characters"],
    ["maxCapMessages", "workspaces/SettingsRules", "messages"],
    ["maxCapDays", "workspaces/SettingsRules", "days"]
  ],
  "areas/Broadcasts": [
    ["maxRecipients", "broadcasts/BroadcastRequest", "recipients"],
    ["maxValidatedRecipients", "broadcasts/BroadcastRequest", "recipients"],
    ["maxKeyLength", "broadcasts/PayloadRules", "characters"],
    ["maxAudienceWarnings", "broadcasts/acceptance/Acceptance", "warnings"],
    ["maxTestNumbers", "dispatch/TestSends", "numbers"],
    ["maxSpanSeconds", "delivery/Deliveries", "seconds"]
  ],
  "areas/Contacts": [
    ["maxFieldLength", "contacts/Contact", "characters"],
    ["maxTimelineLimit", "timeline/Timeline", "entries"]
  ],
  "areas/CustomFields": [
    ["maxDefinitionTextLength", "custom-fields/CustomFieldRules", "characters"],
    ["maxOptions", "custom-fields/CustomFieldRules", "options"],
    ["maxTextValueLength", "custom-fields/CustomFieldValue", "characters"]
  ],
  "areas/Events": [
    ["maxEvents", "events/Events", "events"],
    ["maxWebhookUrlLength", "webhooks/Webhook", "characters"],
    ["maxWebhooks", "webhooks/Webhook", "webhooks"]
  ],
  "areas/Imports": [["maxImportRows", "imports/ContactImports", "rows"]],
  "areas/Lists": [
    ["maxListNameLength", "lists/ContactList", "characters"],
    ["maxSearchChanged", "contact-jobs/ContactJob", "contacts"]
  ],
  "areas/Notes": [
    ["maxTitleLength", "notes/Note", "characters"],
    ["maxTextLength", "notes/Note", "characters"]
  ],
  "areas/OptOuts": [
    ["maxSearchChanged", "contact-jobs/ContactJob", "contacts"],
    ["maxMembersAtOnce", "lists/ContactList", "contacts"]
  ],
  "areas/Segments": [["maxSegmentNameLength", "segments/Segment", "characters"]],
  "areas/Templates": [
    ["maxTemplateNameLength", "templates/Template", "characters"],
    ["maxLocaleLength", "templates/Template", "characters"]
  ],
  "inputs/Broadcast": [
    ["maxSenderLength", "broadcasts/PayloadRules", "characters"],
    ["maxKeyLength", "broadcasts/PayloadRules", "characters"],
    ["maxClientReferenceLength", "broadcasts/RecipientRules", "characters"],
    ["maxParts", "broadcasts/audience/AudienceRules", "parts"],
    ["maxNamedContacts", "broadcasts/audience/AudienceRules", "contacts"]
  ],
  "inputs/Search": [
    ["maxSearchTermLength", "search/Filter", "characters"],
    ["maxGroupDepth", "search/Filter", "levels"],
    ["maxFilters", "search/Filter", "filters"],
    ["maxSets", "search/Filter", "sets"]
  ],
  "results/Broadcast": [["maxAudienceWarnings", "broadcasts/acceptance/Acceptance", "warnings"]],
  "results/Template": [
    ["maxTemplateNameLength", "templates/Template", "characters"],
    ["maxLocaleLength", "templates/Template", "characters"]
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

it.each(Object.entries(limitsIn))(
  "the docstrings of the promise library name the limits of core: %s",
  (file, limits) => {
    const named = Array.from(
      docstringsOf(`packages/rollcall/src/${file}.ts`).matchAll(
        /\b(?:1 to|at most|up to|first|and) (?!1 to)(\d[\d,]* [a-z]+)/g
      ),
      ([, limit = ""]) => limit
    )
    expect(new Set(named)).toEqual(new Set(limits.map(limitOf)))
  }
)

it("the docstrings of the services of core name limits that it has", () => {
  const known = new Set([
    ...Object.values(limitsIn).flat().map(limitOf),
    limitOf(["maxOperandLength", "search/Filter", "characters"]),
    limitOf(["defaultEvents", "events/Events", "events"]),
    limitOf(["defaultLimit", "timeline/Timeline", "entries"])
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
