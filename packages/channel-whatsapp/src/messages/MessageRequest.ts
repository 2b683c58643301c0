import { type MessageParameters, type OutboundMessage, SendError } from "@rollcall/core/channel"
import { Result, type Schema } from "effect"
import type { PartLayout, TemplateLayout } from "../templates/TemplateLayout.ts"
import { textProblem } from "./TextProblem.ts"

type PartParameters = Pick<MessageParameters, "header" | "body" | "buttons">
type Components = ReadonlyArray<Schema.Json>
type Built<A> = Result.Result<A, SendError>

/**
 * The body of a request that sends a template message. Fails with `Undeliverable` if the platform does not take a value,
 * and with `TemplateRejected` if the values are not those that the template takes now.
 */
export const messageRequest = (
  { correlation, locale, parameters, templateName, to }: OutboundMessage,
  layout: TemplateLayout
): Built<Schema.Json> =>
  Result.gen(function* () {
    const part = yield* partComponents(parameters, layout)
    const components = [...part, ...(yield* carouselComponents(parameters.cards, layout.cards))]
    return {
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to,
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

/** The components of a message, or of a card. One without variables is left out. */
const partComponents = ({ body, buttons, header }: PartParameters, layout: PartLayout): Built<Components> =>
  Result.gen(function* () {
    if (
      header?.type !== layout.header?.type ||
      body.length !== layout.body.length ||
      buttons.length !== layout.buttons.length
    ) {
      return yield* mismatch("the template takes other parameters than when the broadcast was accepted")
    }
    const components: Array<Schema.Json> = []
    if (header !== null) {
      const parameter = yield* headerParameter(header, layout.header?.name ?? null)
      components.push({ type: "header", parameters: [parameter] })
    }
    if (body.length > 0) {
      const parameters: Array<Schema.Json> = []
      for (const [index, text] of body.entries())
        parameters.push(yield* textParameter(text, layout.body[index] ?? null))
      components.push({ type: "body", parameters })
    }
    for (const [index, text] of buttons.entries()) {
      const parameters = [yield* textParameter(text, null)]
      components.push({ type: "button", sub_type: "url", index: String(layout.buttons[index]), parameters })
    }
    return components
  })

const headerParameter = (
  { type, value }: NonNullable<PartParameters["header"]>,
  name: string | null
): Built<Schema.Json> => {
  if (type === "text") return textParameter(value, name)
  const filename = type === "document" ? filenameOf(value) : ""
  return Result.succeed({ type, [type]: { link: value, ...(filename !== "" && { filename }) } })
}

const textParameter = (text: string, name: string | null): Built<Schema.Json> => {
  const problem = textProblem(text)
  return problem === undefined
    ? Result.succeed({ type: "text", ...(name !== null && { parameter_name: name }), text })
    : Result.fail(new SendError({ reason: "Undeliverable", detail: `a value of the template ${problem}` }))
}

/** The name that the recipient sees of a document: the last part of the path of its URL. */
const filenameOf = (link: string): string => {
  const [last = ""] = URL.parse(link)?.pathname.split("/").slice(-1) ?? []
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

const mismatch = (detail: string): Built<never> =>
  Result.fail(new SendError({ reason: "TemplateRejected", code: "other_parameters", detail }))
