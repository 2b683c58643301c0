import { AccessTokenSettings } from "@rollcall/core/operations"
import { AudienceSettings, DispatchSettings, InboxSettings } from "@rollcall/core/sending"
import { ContactSettings, ImportSettings, SearchSettings } from "@rollcall/core/people"
import { EventSettings, WebhookSettings } from "@rollcall/core/events"
import { Duration, Predicate } from "effect"
import { read } from "../Repository.ts"

/** The parts of `createRollcall`'s settings: the file in core that declares each part, and its default values. */
const parts = {
  accessTokens: ["operations/access/AccessTokenSettings", AccessTokenSettings.defaultValue()],
  audiences: ["sending/broadcasts/resolution/AudienceSettings", AudienceSettings.defaultValue()],
  contacts: ["people/contacts/ContactSettings", ContactSettings.defaultValue()],
  dispatch: ["sending/dispatch/DispatchSettings", DispatchSettings.defaultValue()],
  events: ["events/events/EventSettings", EventSettings.defaultValue()],
  imports: ["people/imports/ImportSettings", ImportSettings.defaultValue()],
  inbox: ["sending/inbox/InboxSettings", InboxSettings.defaultValue()],
  search: ["people/search/SearchLimit", SearchSettings.defaultValue()],
  webhooks: ["events/webhooks/WebhookSettings", WebhookSettings.defaultValue()]
} as const

/**
 * Returns the settings of `createRollcall` as interfaces, each member with core's docstring and its default. They are
 * written out because editors show no docstring for a member of a derived type.
 */
export const settingTypes = (): string =>
  [
    "// Written by `npm run docs` from the settings of core.",
    ...Object.entries(parts).map(([part, [file, defaults]]) => interfaceOf(part, file, defaults)),
    "/** Rollcall's settings. A duration is a number of milliseconds or a string such as `60 seconds`. An absent setting has its default. */",
    "export interface RollcallSettings {",
    ...Object.entries(parts).map(
      ([part, [file]]) => `${docstring(partText(file), "  ")}\n  readonly ${part}?: ${nameOf(part)} | undefined`
    ),
    "}"
  ].join("\n")

const declaration = /(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?export type \w+Settings = \{\n([^]*?)\n\}/
const member = /(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\s*)?readonly (\w+): ([^\n]+)/g

const partText = (file: string): string => sentence(declaration.exec(sourceOf(file))?.[1] ?? "")

const nameOf = (part: string): string => `${part.slice(0, 1).toUpperCase()}${part.slice(1).replace(/s$/, "")}Settings`

const sourceOf = (file: string): string => read(`packages/core/src/${file}.ts`)

const interfaceOf = (part: string, file: string, defaults: object): string => {
  const [, , body = ""] = declaration.exec(sourceOf(file)) ?? []
  const members = Array.from(body.matchAll(member), ([, comment = "", name = "", type = ""]) => {
    const value: unknown = Reflect.get(defaults, name)
    const text = [sentence(comment), defaultText(value)].filter((one) => one !== "").join(" ")
    return `${docstring(text, "  ")}\n  readonly ${name}?: ${givenType(type)} | undefined`
  })
  return [docstring(partText(file), ""), `interface ${nameOf(part)} {`, ...members, "}", ""].join("\n")
}

const sentence = (comment: string): string =>
  comment
    .replaceAll(/^\s*\* ?/gm, "")
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    // Rule codes are only for readers of core.
    .replaceAll(/ \((?:[A-Z]\d+(?:, )?)+\)/g, "")

/** Returns a docstring of one or more lines, wrapped at the width of other sources. */
const docstring = (text: string, margin: string): string => {
  const lines = [""]
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? ""
    if (margin.length + 3 + line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`
  }
  const single = `${margin}/** ${text} */`
  if (single.length <= width) return single
  return [`${margin}/**`, ...lines.map((line) => `${margin} * ${line}`), `${margin} */`].join("\n")
}

const width = 120

/** Returns the type with which a setting is given. A duration may be a number of milliseconds or a string. */
const givenType = (type: string): string =>
  type
    .replace("Duration.Duration", "number | string")
    .replace("OnUnknown", '"wait" | "resend" | "give-up"')
    .replace("SendRate", "{ readonly perSecond: number; readonly burst: number }")

const defaultText = (value: unknown): string => {
  if (Array.isArray(value)) return ""
  if (Duration.isDuration(value)) return `Default: ${spanText(Duration.toMillis(value))}.`
  if (Predicate.isReadonlyObject(value)) {
    return `Default: ${Object.entries(value)
      .map(([name, one]) => `\`${name}\` ${String(one)}`)
      .join(", ")}.`
  }
  if (typeof value === "string") return `Default: \`${value}\`.`
  return `Default: ${typeof value === "number" ? value.toLocaleString("en") : String(value)}.`
}

const units = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000, milliseconds: 1 }

/** Formats a duration in the longest unit with a whole number, as the setting accepts it. */
const spanText = (millis: number): string => {
  const [name, unit] = Object.entries(units).find(([, unit]) => millis % unit === 0) ?? ["milliseconds", 1]
  const count = millis / unit
  return `${count} ${count === 1 ? name.replace(/s$/, "") : name}`
}
