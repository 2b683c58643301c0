import { Template } from "@rollcall/core"
import type { HeaderType, TemplateStatus } from "@rollcall/core/channel"
import { Option, Schema } from "effect"
import type { ComponentShape, TemplateShape } from "./TemplateShape.ts"

/** The variables of a message, or of a card: what has to be given, and how it is addressed. */
export interface PartLayout {
  /** The header's variable; null if it has none. */
  readonly header: { readonly type: HeaderType; readonly name: string | null } | null
  /** The name of each variable of the body in the order of `MessageParameters`; null for a positional one. */
  readonly body: ReadonlyArray<string | null>
  /** Where the buttons with a variable stand among all buttons, from 0. */
  readonly buttons: ReadonlyArray<number>
}

/** A template as Rollcall knows it, and where its variables stand in the platform's definition. */
export interface TemplateLayout extends PartLayout {
  readonly template: Template
  /** Null for a plain template. */
  readonly cards: ReadonlyArray<PartLayout> | null
}

/** Types of components and buttons that need values which no broadcast has. */
const unfillable = new Set(["LIMITED_TIME_OFFER", "COPY_CODE", "OTP", "MPM", "SPM", "ORDER_DETAILS"])

const decodeTemplate = Schema.decodeUnknownOption(Template)

/** The layout of a template; nothing if a broadcast cannot give it what it needs, such as a location. */
export const layoutOf = (shape: TemplateShape): Option.Option<TemplateLayout> => {
  const isNamed = shape.parameter_format === "NAMED"
  const part = partOf(shape.components, isNamed)
  const carousel = shape.components.find(({ type }) => type === "CAROUSEL")?.cards
  const cards = carousel?.flatMap(({ components }) => partOf(components, isNamed) ?? [])
  if (part === undefined || cards?.length !== carousel?.length) return Option.none()
  const identity = { name: shape.name, locale: shape.language, status: statusOf(shape.status) }
  const template =
    cards === undefined
      ? { kind: "plain", ...identity, ...countsOf(part) }
      : { kind: "carousel", ...identity, body: part.body.length, cards: cards.map(countsOf) }
  return Option.map(decodeTemplate(template), (template) => ({ ...part, template, cards: cards ?? null }))
}

const countsOf = ({ body, buttons, header }: PartLayout) => ({
  header: header?.type ?? null,
  body: body.length,
  buttons: buttons.length
})

/** Undefined if there is something in it that cannot be filled in. */
const partOf = (components: ReadonlyArray<ComponentShape>, isNamed: boolean): PartLayout | undefined => {
  const header = components.find(({ type }) => type === "HEADER")
  const body = components.find(({ type }) => type === "BODY")
  const buttons = components.flatMap((component) => (component.type === "BUTTONS" ? (component.buttons ?? []) : []))
  if ([...components, ...buttons].some(({ type }) => unfillable.has(type))) return undefined
  const headerType = header === undefined ? null : headerTypeOf(header)
  if (headerType === undefined) return undefined
  const [headerName = null] = variablesOf(header?.text, isNamed)
  return {
    header: headerType === null ? null : { type: headerType, name: headerType === "text" ? headerName : null },
    body: variablesOf(body?.text, isNamed),
    buttons: buttons.flatMap(({ type, url }, index) => (type === "URL" && variable.test(url ?? "") ? [index] : []))
  }
}

/** The type of the header's variable: null if it has none, undefined if it cannot be filled in. */
const headerTypeOf = ({ format = "TEXT", text = "" }: ComponentShape): HeaderType | null | undefined => {
  switch (format) {
    case "TEXT":
      return variable.test(text) ? "text" : null
    case "IMAGE":
      return "image"
    case "VIDEO":
      return "video"
    case "DOCUMENT":
      return "document"
    default:
      return undefined
  }
}

const variable = /\{\{\s*[^{}]+?\s*\}\}/

/** The variables of a text, each once: numbers in their order, names in the order in which they first stand there. */
const variablesOf = (text = "", isNamed: boolean): ReadonlyArray<string | null> => {
  const keys = new Set(Array.from(text.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g), ([, key = ""]) => key))
  return isNamed ? Array.from(keys) : Array.from(keys, () => null)
}

const statuses: { readonly [status: string]: TemplateStatus } = {
  APPROVED: "approved",
  PENDING: "pending",
  IN_APPEAL: "pending",
  REJECTED: "rejected",
  PAUSED: "paused"
}

/** Whatever the platform says that Rollcall does not know, the template is not sent. */
const statusOf = (status: string): TemplateStatus => statuses[status] ?? "disabled"
