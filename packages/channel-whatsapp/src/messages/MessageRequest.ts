import {
  type MessageParameters,
  type OutboundMessage,
  readAddress,
  SendError,
  type ValueProblem
} from "@rollcall/core/channel"
import { Result, type Schema } from "effect"
import type { PartLayout, TemplateLayout } from "../templates/TemplateLayout.ts"
import { partProblems } from "../templates/ValueProblems.ts"

type PartParameters = Pick<MessageParameters, "header" | "body" | "bodyNames" | "buttons">
type Components = ReadonlyArray<Schema.Json>
type Built<A> = Result.Result<A, SendError>

/**
 * Returns the request body for a template message. Fails with `Undeliverable` if the platform would refuse a value or the
 * recipient, and with `TemplateRejected` if the template's parameters have changed.
 */
export const messageRequest = (
  { correlation, locale, parameters, templateName, to }: OutboundMessage,
  layout: TemplateLayout
): Built<Schema.Json> =>
  Result.gen(function* () {
    const isUserId = readAddress(to)?._tag === "UserId"
    if (isUserId && layout.template.category === "authentication") return yield* notToUserIds
    const part = yield* partComponents(parameters, layout)
    const components = [...part, ...(yield* carouselComponents(parameters.cards, layout.cards))]
    return {
      messaging_product: "whatsapp",
      recipient_type: "individual",
      // The platform accepts a user id in `to`, but loses the message.
      ...(isUserId ? { recipient: to } : { to }),
      type: "template",
      biz_opaque_callback_data: correlation,
      template: {
        name: templateName,
        language: { code: locale },
        ...(components.length > 0 && { components })
      }
    }
  })

const carouselComponents = (
  cards: MessageParameters["cards"],
  layouts: ReadonlyArray<PartLayout> | null
): Built<Components> =>
  Result.gen(function* () {
    if (cards === null && layouts === null) return []
    if (cards?.length !== layouts?.length) {
      return yield* mismatch(`the template has ${layouts?.length ?? "no"} cards, not ${cards?.length ?? 0}`)
    }
    const components: Array<Schema.Json> = []
    for (const [index, layout] of (layouts ?? []).entries()) {
      const card = cards?.[index] ?? { header: null, body: [], buttons: [] }
      components.push({ card_index: index, components: yield* partComponents(card, layout) })
    }
    return [{ type: "carousel", cards: components }]
  })

/** Returns the components of a message or card. Buttons without a value are included only if the request must name them. */
const partComponents = (part: PartParameters, layout: PartLayout): Built<Components> =>
  Result.gen(function* () {
    const { body, bodyNames, buttons, header } = part
    const taken = layout.buttons.filter(({ value }) => value !== null)
    const values = valuesByName(body, bodyNames, layout)
    if (header?.type !== layout.header?.type || buttons.length !== taken.length || values === undefined) {
      return yield* mismatch("the parameters of the template have changed since the broadcast was accepted")
    }
    for (const [name, given] of [
      ["header", header === null ? [] : [header.value]],
      ["body", values],
      ["buttons", buttons]
    ] as const) {
      const [problem] = given.length === 0 ? [] : partProblems(layout, name, given)
      if (problem !== undefined) return yield* refused(problem)
    }
    const components: Array<Schema.Json> = []
    if (header !== null) components.push(headerComponent(header, layout.header?.name ?? null))
    if (values.length > 0) {
      const parameters = values.map((text, index) => textParameter(text, layout.bodyNames?.[index] ?? null))
      components.push({ type: "body", parameters })
    }
    for (const { index, subType, value } of layout.buttons) {
      const text = value === null ? undefined : buttons[taken.findIndex((one) => one.index === index)]
      components.push({
        type: "button",
        sub_type: subType,
        index: String(index),
        ...(value !== null && text !== undefined && { parameters: [buttonParameter(value.parameter, text)] })
      })
    }
    return components
  })

/** Returns the values of a body in template order; undefined if the template takes other values. */
const valuesByName = (
  values: ReadonlyArray<string>,
  names: ReadonlyArray<string> | undefined,
  layout: PartLayout
): ReadonlyArray<string> | undefined => {
  if (values.length !== layout.body || (names === undefined) !== (layout.bodyNames === null)) return undefined
  if (names === undefined || layout.bodyNames === null) return values
  const given = new Map(names.map((name, index) => [name, values[index]]))
  const ordered = layout.bodyNames.flatMap((name) => given.get(name) ?? [])
  return ordered.length === layout.body ? ordered : undefined
}

const headerComponent = ({ type, value }: NonNullable<PartParameters["header"]>, name: string | null): Schema.Json => {
  if (type === "text") return { type: "header", parameters: [textParameter(value, name)] }
  const filename = type === "document" ? filenameOf(value) : ""
  const media = { link: value, ...(filename !== "" && { filename }) }
  return { type: "header", parameters: [{ type, [type]: media }] }
}

const textParameter = (text: string, name: string | null): Schema.Json => ({
  type: "text",
  ...(name !== null && { parameter_name: name }),
  text
})

const buttonParameter = (type: "text" | "coupon_code", value: string): Schema.Json => ({ type, [type]: value })

/** Returns the last part of the URL's path, which is the file name shown to the recipient. */
const filenameOf = (link: string): string => {
  const [last = ""] = URL.parse(link)?.pathname.split("/").slice(-1) ?? []
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

const refused = ({ index, problem }: ValueProblem): Built<never> => {
  const detail = index === null ? problem : `a value of the template ${problem}`
  return Result.fail(new SendError({ reason: "Undeliverable", recipient: "invalid_parameter", detail }))
}

/** The error for an authentication template to a user id. The platform would refuse the message with code 131062. */
const notToUserIds: Built<never> = Result.fail(
  new SendError({
    reason: "Undeliverable",
    recipient: "malformed_address",
    detail: "an authentication template cannot be sent to a user id"
  })
)

const mismatch = (detail: string): Built<never> =>
  Result.fail(new SendError({ reason: "TemplateRejected", code: "other_parameters", detail }))
