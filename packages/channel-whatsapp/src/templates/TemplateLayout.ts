import { Template } from "@rollcall/core"
import { type HeaderType, TemplateCategory, type TemplateStatus, type UnsendableTemplate } from "@rollcall/core/channel"
import type { TemplateText } from "@rollcall/core/sending"
import { Option, Result, Schema } from "effect"
import { type ButtonLayout, buttonLayout } from "./ButtonLayout.ts"
import type { ComponentShape, TemplateShape } from "./TemplateShape.ts"
import { wordingOf } from "./TemplateWording.ts"
import { own } from "@rollcall/core/operations"

/** The variables of a message or card, and how a request names them. */
export interface PartLayout {
  /** The variable of the header; null for a header without a variable. */
  readonly header: { readonly type: HeaderType; readonly name: string | null; readonly text: string } | null
  /** The body's text, with its variables. */
  readonly text: string
  /** Whether the part has more than a body. */
  readonly isMore: boolean
  /** How many variables the body has. */
  readonly body: number
  /** The names of the body's variables in the order of first occurrence; null for positional variables. */
  readonly bodyNames: ReadonlyArray<string> | null
  /** The buttons that a request must name, in the order of the template. */
  readonly buttons: ReadonlyArray<ButtonLayout>
  /** The platform's wording of the message or card. */
  readonly wording: TemplateText
}

/** A template with the layout of its variables in the platform's definition. */
export interface TemplateLayout extends PartLayout {
  readonly template: Template
  /** Null for a plain template. */
  readonly cards: ReadonlyArray<PartLayout> | null
}

/** The layout of a template, or the reason why broadcasts can't send it. */
export type ReadTemplate = Result.Result<TemplateLayout, UnsendableTemplate>

const decodeTemplate = Schema.decodeUnknownOption(Template)

/** Decodes a template's category; none for an unknown category. A template without a category counts as marketing. */
const decodeCategory = Schema.decodeUnknownOption(TemplateCategory)

/**
 * Reads a template of the platform. A template with a component or button of an unknown type is unsendable, because the
 * platform would refuse the message or send it incomplete.
 */
export const readTemplate = (shape: TemplateShape): ReadTemplate => {
  const category = Option.getOrUndefined(decodeCategory(shape.category?.toLowerCase()))
  const identity = {
    name: shape.name,
    locale: shape.language,
    status: statusOf(shape.status),
    ...(category !== undefined && { category })
  }
  return Result.mapError(layoutOf(shape, identity), (problem) => ({ kind: "unsendable", ...identity, problem }))
}

type Read<A> = Result.Result<A, string>

const layoutOf = (shape: TemplateShape, identity: Omit<UnsendableTemplate, "kind" | "problem">): Read<TemplateLayout> =>
  Result.gen(function* () {
    const isNamed = shape.parameter_format === "NAMED"
    const part = yield* partOf(shape.components, isNamed, "")
    const carousels = shape.components.filter(({ type }) => type === "CAROUSEL")
    if (carousels.length === 0) return { ...part, template: yield* plainTemplate(identity, part), cards: null }
    if (part.header !== null || part.buttons.length > 0) {
      return yield* Result.fail("a header or a button with a value above a carousel")
    }
    const cards: Array<PartLayout> = []
    for (const [index, { components }] of carousels.flatMap(({ cards = [] }) => cards).entries()) {
      cards.push(yield* partOf(components, isNamed, ` of card ${index + 1}`))
    }
    return { ...part, template: yield* carouselTemplate(identity, part, cards), cards }
  })

const plainTemplate = (identity: object, part: PartLayout): Read<Template> =>
  template((read) => ({ kind: "plain", ...identity, ...read(part) }), "a definition of an unknown form")

const carouselTemplate = (identity: object, part: PartLayout, cards: ReadonlyArray<PartLayout>): Read<Template> =>
  template((read) => {
    const { buttons: _buttons, header: _header, ...rest } = read(part)
    return { kind: "carousel", ...identity, ...rest, cards: cards.map(read) }
  }, "cards other than 1 to 10 with the same header type, image or video")

/** Returns a template with its wording, or without the wording if it doesn't contain every value. */
const template = (of: (read: typeof countsOf) => object, otherwise: string): Read<Template> =>
  Result.fromOption(
    Option.orElse(decodeTemplate(of(wordedOf)), () => decodeTemplate(of(countsOf))),
    () => otherwise
  )

const wordedOf = (part: PartLayout) => ({ ...countsOf(part), text: part.wording })

const countsOf = ({ body, bodyNames, buttons, header }: PartLayout) => ({
  header: header?.type ?? null,
  body,
  ...(bodyNames !== null && { bodyNames }),
  buttons: buttons.filter(({ value }) => value !== null).length
})

/** Reads the layout of a message or card. `where` names the card in error messages, and is empty for a message. */
const partOf = (components: ReadonlyArray<ComponentShape>, isNamed: boolean, where: string): Read<PartLayout> =>
  Result.gen(function* () {
    const unknown = components.find(({ type }) => !isKnown(type, where === ""))
    if (unknown !== undefined) return yield* Result.fail(`a component of the type ${lower(unknown.type)}${where}`)
    const named = (name: string) => components.filter(({ type }) => type === name)
    for (const type of ["HEADER", "BODY", "FOOTER", "BUTTONS", "CAROUSEL"]) {
      if (named(type).length > 1) return yield* Result.fail(`several components of the type ${lower(type)}${where}`)
    }
    if (named("FOOTER").some(({ text }) => variablesOf(text).length > 0)) {
      return yield* Result.fail(`a footer with a variable${where}`)
    }
    const [header] = named("HEADER")
    const [{ text = "" } = {}] = named("BODY")
    const names = variablesOf(text)
    const buttons: Array<ButtonLayout> = []
    for (const [index, button] of named("BUTTONS")
      .flatMap(({ buttons = [] }) => buttons)
      .entries()) {
      const layout = buttonLayout(button, index)
      if (layout === undefined) return yield* Result.fail(`a button of the type ${lower(button.type)}${where}`)
      if (layout !== null) buttons.push(layout)
    }
    return {
      header: header === undefined ? null : yield* headerOf(header, isNamed, where),
      text,
      isMore: components.length > named("BODY").length,
      body: names.length,
      bodyNames: isNamed && names.length > 0 ? names : null,
      buttons,
      wording: wordingOf(components)
    }
  })

/** Returns whether a component type can be sent. Only a message can contain a carousel. */
const isKnown = (type: string, isOutside: boolean): boolean =>
  ["HEADER", "BODY", "FOOTER", "BUTTONS"].includes(type) || (isOutside && type === "CAROUSEL")

const headerOf = (
  { format = "TEXT", text = "" }: ComponentShape,
  isNamed: boolean,
  where: string
): Read<PartLayout["header"]> => {
  switch (format) {
    case "TEXT": {
      const [name, ...others] = variablesOf(text)
      if (others.length > 0) return Result.fail(`a header with several variables${where}`)
      return Result.succeed(name === undefined ? null : { type: "text", name: isNamed ? name : null, text })
    }
    case "IMAGE":
      return Result.succeed({ type: "image", name: null, text })
    case "VIDEO":
      return Result.succeed({ type: "video", name: null, text })
    case "DOCUMENT":
      return Result.succeed({ type: "document", name: null, text })
    default:
      return Result.fail(`a header of the type ${lower(format)}${where}`)
  }
}

const lower = (type: string): string => type.toLowerCase().slice(0, 50)

/** Returns the distinct variables of a string, by first occurrence: names, or numbers from 1. */
const variablesOf = (text = ""): ReadonlyArray<string> =>
  Array.from(new Set(Array.from(text.matchAll(variable), ([, key = ""]) => key)))

/** Matches a variable, such as `{{1}}` or `{{name}}`. */
export const variable = /\{\{\s*([^{}]+?)\s*\}\}/g

const statuses: { readonly [status: string]: TemplateStatus } = {
  APPROVED: "approved",
  PENDING: "pending",
  IN_APPEAL: "pending",
  REJECTED: "rejected",
  PAUSED: "paused"
}

/** Returns Rollcall's status for a platform status. An unknown status becomes `disabled`, so the template is not sent. */
export const statusOf = (status: string): TemplateStatus => own(statuses, status) ?? "disabled"
