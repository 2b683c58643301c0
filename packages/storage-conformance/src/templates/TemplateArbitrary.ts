import type { Template } from "@rollcall/core"
import { CardHeaderType, HeaderType, TemplateStatus } from "@rollcall/core/channel"
import { maxLocaleLength, maxTemplateNameLength } from "@rollcall/core/storage"
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

/** A template of either kind. Its name is any text that every store keeps. */
export const templateArbitrary: fc.Arbitrary<Template> = fc.oneof(
  fc.record({
    ...identity,
    kind: fc.constant("plain"),
    header: fc.option(fc.constantFrom(...HeaderType.literals)),
    buttons: count
  }),
  fc.record({
    ...identity,
    kind: fc.constant("carousel"),
    cards: fc.constantFrom(...CardHeaderType.literals).chain((header) =>
      fc.array(fc.record({ header: fc.constant(header), body: count, buttons: count }), {
        minLength: 1,
        maxLength: 10
      })
    )
  })
)
