import type { Template } from "@rollcall/core"
import { CardHeaderType, HeaderType, TemplateCategory, TemplateStatus } from "@rollcall/core/channel"
import { maxLocaleLength, maxParameterNameLength, maxTemplateNameLength } from "@rollcall/core/templates"
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

/** A template with a category, or without. */
const perhapsOfCategory = <A extends object>(templates: fc.Arbitrary<A>) =>
  fc
    .tuple(templates, fc.option(fc.constantFrom(...TemplateCategory.literals)))
    .map(([template, category]) => ({ ...template, ...(category !== null && { category }) }))

/** The values with names for their body parameters, or without. */
const perhapsNamed = <A extends { readonly body: number }>(values: fc.Arbitrary<A>) =>
  values.chain((given) =>
    fc
      .option(fc.array(upTo(maxParameterNameLength - 2), { minLength: given.body, maxLength: given.body }))
      .map((names) => ({
        ...given,
        ...(names !== null && { bodyNames: names.map((name, at) => `${at}${name}`) })
      }))
  )

/** A template of either kind. Its name is any text that every store keeps. */
export const templateArbitrary: fc.Arbitrary<Template> = perhapsOfCategory(
  fc.oneof(
    perhapsNamed(
      fc.record({
        ...identity,
        kind: fc.constant("plain"),
        header: fc.option(fc.constantFrom(...HeaderType.literals)),
        buttons: count
      })
    ),
    perhapsNamed(
      fc.record({
        ...identity,
        kind: fc.constant("carousel"),
        cards: fc.constantFrom(...CardHeaderType.literals).chain((header) =>
          fc.array(perhapsNamed(fc.record({ header: fc.constant(header), body: count, buttons: count })), {
            minLength: 1,
            maxLength: 10
          })
        )
      })
    )
  )
)
