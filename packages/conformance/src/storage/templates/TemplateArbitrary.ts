import type { Template } from "@rollcall/core"
import { CardHeaderType, HeaderType, TemplateCategory, TemplateStatus } from "@rollcall/core/channel"
import {
  maxLocaleLength,
  maxParameterNameLength,
  maxTemplateNameLength,
  positions,
  type TemplateText,
  type WordedPart
} from "@rollcall/core/sending"
import fc from "fast-check"
import { textArbitrary } from "../shared/TextArbitrary.ts"

const upTo = (length: number) => textArbitrary.map((text) => text.slice(0, length).toWellFormed())

const count = fc.nat({ max: 20 })

const identity = {
  name: upTo(maxTemplateNameLength),
  locale: fc.oneof(fc.constantFrom("en", "en_GB", "de", "zh_Hant_HK"), upTo(maxLocaleLength)),
  status: fc.constantFrom(...TemplateStatus.literals),
  body: count
}

/** Adds a category to a template, or omits it. */
const perhapsOfCategory = <A extends object>(templates: fc.Arbitrary<A>) =>
  fc
    .tuple(templates, fc.option(fc.constantFrom(...TemplateCategory.literals)))
    .map(([template, category]) => ({ ...template, ...(category !== null && { category }) }))

/** Adds names for the body parameters, or omits them. */
const perhapsNamed = <A extends { readonly body: number }>(values: fc.Arbitrary<A>) =>
  values.chain((given) =>
    fc
      .option(fc.array(upTo(maxParameterNameLength - 2), { minLength: given.body, maxLength: given.body }))
      .map((names) => ({
        ...given,
        ...(names !== null && { bodyNames: names.map((name, at) => `${at}${name}`) })
      }))
  )

/** Returns a wording with a placeholder for each value. */
const wordingOf = ({ body, bodyNames, buttons = 0, header = null }: WordedPart): fc.Arbitrary<TemplateText> =>
  upTo(50)
    .map((text) => text.replaceAll(/[{}]/g, ""))
    .filter((text) => text !== "")
    .map((text) => ({
      ...(header === "text" && { header: `${text}{{1}}` }),
      body: `${text}${(bodyNames ?? positions(body)).map((name) => `{{${name}}}`).join(" ")}`,
      footer: text,
      buttons: [{ label: text }, ...positions(buttons).map(() => ({ label: text, value: "https://a.example/{{1}}" }))]
    }))

/** Adds wording to the part, or omits it. A name with braces or surrounding whitespace cannot be a placeholder. */
const perhapsWorded = <A extends WordedPart>(parts: fc.Arbitrary<A>) =>
  parts.chain((part) => {
    const isNameable = (part.bodyNames ?? []).every((name) => !/[{}]/.test(name) && name.trim() === name)
    if (!isNameable || (part.buttons ?? 0) > 19) return fc.constant(part)
    return fc.option(wordingOf(part)).map((text) => (text === null ? part : { ...part, text }))
  })

/** A template of either kind, with any name that every store keeps unchanged. */
export const templateArbitrary: fc.Arbitrary<Template> = perhapsOfCategory(
  fc.oneof(
    perhapsWorded(
      perhapsNamed(
        fc.record({
          ...identity,
          kind: fc.constant("plain"),
          header: fc.option(fc.constantFrom(...HeaderType.literals)),
          buttons: count
        })
      )
    ),
    perhapsWorded(
      perhapsNamed(
        fc.record({
          ...identity,
          kind: fc.constant("carousel"),
          cards: fc
            .constantFrom(...CardHeaderType.literals)
            .chain((header) =>
              fc.array(
                perhapsWorded(perhapsNamed(fc.record({ header: fc.constant(header), body: count, buttons: count }))),
                { minLength: 1, maxLength: 10 }
              )
            )
        })
      )
    )
  )
)
