import {
  ContactSettings,
  DispatchSettings,
  EventSettings,
  ImportSettings,
  limits,
  SearchSettings
} from "@rollcall/core"
import { AccessTokenSettings } from "@rollcall/core/access"
import { AudienceSettings } from "@rollcall/core/broadcasts"
import { InboxSettings } from "@rollcall/core/inbox"
import { WebhookSettings } from "@rollcall/core/webhooks"
import { variables } from "@rollcall/server"
import { Duration } from "effect"
import { commandVariables } from "../../../packages/cli/src/targets/Address.ts"
import { docstringOf } from "./source/Docstring.ts"
import { cell, code, generatedPage, table } from "./Markdown.ts"
import type { Sources } from "./source/Types.ts"
import { shortType, withoutUndefined } from "./source/TypeText.ts"

const types = "packages/rollcall/src/options/GivenSettings.ts"

/** The settings in force when a host gives none, by their part. */
const defaults: Readonly<Record<string, () => object>> = {
  accessTokens: AccessTokenSettings.defaultValue,
  audiences: AudienceSettings.defaultValue,
  contacts: ContactSettings.defaultValue,
  dispatch: DispatchSettings.defaultValue,
  events: EventSettings.defaultValue,
  imports: ImportSettings.defaultValue,
  inbox: InboxSettings.defaultValue,
  search: SearchSettings.defaultValue,
  webhooks: WebhookSettings.defaultValue
}

/** Where core declares the settings of each part. */
const declared: Readonly<Record<string, readonly [door: string, name: string]>> = {
  accessTokens: ["access", "AccessTokenSettings"],
  audiences: ["broadcasts", "AudienceSettings"],
  contacts: ["contacts", "ContactSettings"],
  dispatch: ["dispatch", "DispatchSettings"],
  events: ["events", "EventSettings"],
  imports: ["imports", "ImportSettings"],
  inbox: ["inbox", "InboxSettings"],
  search: ["search", "SearchSettings"],
  webhooks: ["webhooks", "WebhookSettings"]
}

/** The files that the page is read from. */
export const settingFiles: ReadonlyArray<string> = [
  types,
  "packages/core/src/Limits.ts",
  ...Object.values(declared).map(([door]) => `packages/core/src/${door}/index.ts`)
]

const written = (value: unknown): string =>
  Duration.isDuration(value)
    ? Duration.format(value)
    : Array.isArray(value) && value.length > 5
      ? `${value.length} items`
      : JSON.stringify(value)

const most = new Map<string, number>(Object.entries(limits))

const partOf = (sources: Sources, part: string, doc: string): ReadonlyArray<string> => {
  const [door = "", name = ""] = declared[part] ?? []
  const inForce = new Map<string, unknown>(Object.entries(defaults[part]?.() ?? {}))
  return [
    `### ${part}`,
    `${doc} With Effect: \`${name}\` of \`@rollcall/core/${door}\`.`,
    table(
      ["setting", "type", "meaning", "default"],
      sources
        .describe(`packages/core/src/${door}/index.ts`, name)
        .members.map((member) => [
          code(`${part}.${member.name}`),
          code(shortType(withoutUndefined(member.type)).replaceAll("Duration", "span")),
          cell(docstringOf(member).text),
          code(written(inForce.get(member.name)))
        ])
    )
  ]
}

/** The page of the variables of the server and of the command line, and of the settings of the library. */
export const settingsPage = (sources: Sources): string => {
  const parts = sources.describe(types, "RollcallSettings").members
  const rows = (
    all: Readonly<Record<string, { readonly name: string; readonly meaning: string; readonly otherwise: string }>>
  ) => Object.values(all).map(({ meaning, name, otherwise }) => [code(name), cell(meaning), cell(otherwise)])
  return generatedPage(
    "Settings and limits",
    `The server reads ${Object.keys(variables).length} variables of the environment, and refuses to start with one that it cannot use or whose name resembles one of them. ` +
      "`rollcall --help` prints the same. A host that embeds Rollcall gives the settings below instead.",
    "## Variables of the server",
    table(["variable", "meaning", "without it"], rows(variables)),
    "## Variables of commands",
    "What the commands of `rollcall` read to find their server or database; a flag counts before them.",
    table(["variable", "meaning", "without it"], rows(commandVariables)),
    "## Settings of the library",
    "`createRollcall({ settings: { dispatch: { retries: 5 } } })` gives those that are not the defaults. A span is milliseconds, or a text " +
      "such as `60 seconds`; with Effect it is a `Duration`. Processes that share a store should agree on them.",
    ...parts.flatMap(({ doc, name }) => partOf(sources, name, doc)),
    "## Limits",
    "The most that one request takes, of the library and over HTTP. More is refused, and the issue names the limit (W9). Lengths are " +
      "Unicode code points (W8).",
    table(
      ["limit", "of what", "at most"],
      sources
        .describe("packages/core/src/Limits.ts", "limits")
        .members.map(({ doc, name }) => [code(name), cell(doc), most.get(name)?.toLocaleString("en") ?? ""])
    )
  )
}
