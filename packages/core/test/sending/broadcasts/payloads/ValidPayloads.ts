import type { Template } from "@rollcall/core"
import {
  type CardHeaderType,
  type CarouselTemplate,
  HeaderType,
  type PlainTemplate,
  type TemplateCard
} from "@rollcall/core/channel"
import type { ParametersPayload, RecipientCardPayload, RecipientParametersPayload } from "@rollcall/core/sending"
import { DateTime } from "effect"
import * as fc from "fast-check"
import { type CompleteRequest, now } from "./Payloads.ts"

/** A request and the template that it asks for. */
export interface Payload {
  readonly template: Template
  readonly request: CompleteRequest
}

const text = fc.oneof(
  fc.constantFrom("Ana", "%s", "{{1}}", "مرحبا", "😀", " x "),
  fc
    .string({ unit: "binary", minLength: 1, maxLength: 8 })
    .filter((value) => value.trim() !== "" && !value.includes("\0") && value.isWellFormed())
)

/** Names that differ, some of which every object has. */
const namesOf = (count: number) =>
  fc.uniqueArray(fc.oneof(fc.constantFrom("name", "1", "constructor", "__proto__", "toString", "größe"), text), {
    minLength: count,
    maxLength: count
  })

const media = fc.nat({ max: 99 }).map((n) => `https://media.example.com/${n}.bin`)
const valueOf = (type: HeaderType) => (type === "text" ? text : media)

const valuesFor = (names: ReadonlyArray<string>) =>
  fc
    .array(text, { minLength: names.length, maxLength: names.length })
    .map((values): Record<string, string> => Object.fromEntries(names.map((name, n) => [name, values[n] ?? "x"])))

/** A header that all recipients share, or its type alone, or nothing, which leaves it to them. */
const sharedHeader = (type: HeaderType) =>
  fc.option(fc.record({ type: fc.constant(type), value: fc.option(valueOf(type), { freq: 3 }) }), { freq: 3 })

/** A header of a recipient's own: it may be left out where there is a value for all. */
const ownHeader = (type: HeaderType | null, shared: { readonly value: string | null } | null) => {
  if (type === null) return fc.constant(null)
  const own = fc.record({ type: fc.constantFrom(null, type), value: valueOf(type) })
  return shared === null || shared.value === null ? own : fc.option(own)
}

const identifiersOf = (count: number) =>
  fc.uniqueArray(fc.bigInt({ min: 1_000_000n, max: 999_999_999_999_999n }).map(String), {
    minLength: count,
    maxLength: count
  })

/** The recipients of a request, each with parameters that are in order. */
const recipientsWith = (parameters: fc.Arbitrary<RecipientParametersPayload>) =>
  fc.integer({ min: 1, max: 4 }).chain((count) =>
    fc
      .tuple(
        identifiersOf(count),
        fc.array(fc.tuple(fc.option(fc.string({ maxLength: 255 })), parameters), { minLength: count, maxLength: count })
      )
      .map(([identifiers, rest]) =>
        rest.map(([clientReference, parameters], n) => ({
          identifier: identifiers[n] ?? "",
          clientReference,
          parameters
        }))
      )
  )

const seconds = (range: { readonly min: number; readonly max: number }) =>
  fc.integer(range).map((seconds) => DateTime.add(now, { seconds }))

/** A request for a template, all of whose other fields are in order. */
const requestFor = (
  template: Template,
  parameters: ParametersPayload,
  ofRecipient: fc.Arbitrary<RecipientParametersPayload>
): fc.Arbitrary<Payload> =>
  fc
    .record({
      name: text,
      from: fc.constantFrom("4915112345678", "Clinic"),
      scheduledFor: fc.option(seconds({ min: -60, max: 100 })),
      validUntil: fc.option(seconds({ min: 101, max: 999 })),
      version: fc.constantFrom(null, 1),
      clientUniqueIdentifier: fc.option(fc.string({ minLength: 1, maxLength: 255 })),
      recipients: recipientsWith(ofRecipient)
    })
    .map((rest) => ({
      template,
      request: {
        channelType: "chatapp",
        templateName: template.name,
        locale: template.locale,
        parameters,
        ...rest
      }
    }))

const identity = { name: fc.constant("spring"), locale: fc.constantFrom("en", "de"), status: fc.constant("approved") }
const few = fc.nat({ max: 3 })

const plainPayload = fc
  .record({
    ...identity,
    kind: fc.constant("plain"),
    header: fc.option(fc.constantFrom(...HeaderType.literals), { freq: 4 }),
    body: few,
    buttons: few
  })
  .chain((template: PlainTemplate) =>
    fc
      .record({
        header: template.header === null ? fc.constant(null) : sharedHeader(template.header),
        bodyOrder: namesOf(template.body),
        buttonOrder: namesOf(template.buttons),
        cards: fc.constant(null)
      })
      .chain((parameters) => {
        const button = valuesFor(parameters.buttonOrder)
        return requestFor(
          template,
          parameters,
          fc.record({
            header: ownHeader(template.header, parameters.header),
            body: valuesFor(parameters.bodyOrder),
            button: template.buttons === 0 ? fc.option(button) : button,
            cards: fc.constant(null)
          })
        )
      })
  )

/** One value for each item, by an arbitrary for each. */
const each = <A, B>(items: ReadonlyArray<A>, arbitrary: (item: A) => fc.Arbitrary<B>): fc.Arbitrary<Array<B>> =>
  fc.tuple(...items.map(arbitrary))

const templateCards = fc
  .constantFrom<CardHeaderType>("image", "video")
  .chain((header) =>
    fc.array(fc.record({ header: fc.constant(header), body: few, buttons: few }), { minLength: 1, maxLength: 10 })
  )

const carouselPayload = fc
  .record({ ...identity, kind: fc.constant("carousel"), body: few, cards: templateCards })
  .chain((template: CarouselTemplate) =>
    fc
      .record({
        header: fc.constant(null),
        bodyOrder: namesOf(template.body),
        buttonOrder: fc.constant([]),
        cards: each(template.cards, ({ body, buttons, header }: TemplateCard) =>
          fc.record({ header: sharedHeader(header), bodyOrder: namesOf(body), buttonOrder: namesOf(buttons) })
        )
      })
      .chain((parameters) =>
        requestFor(
          template,
          parameters,
          fc.record({
            header: fc.constant(null),
            body: valuesFor(parameters.bodyOrder),
            button: fc.constant(null),
            cards: each(parameters.cards, (card): fc.Arbitrary<RecipientCardPayload> =>
              fc.record({
                header: ownHeader(template.cards[0]?.header ?? null, card.header),
                body: valuesFor(card.bodyOrder),
                button: valuesFor(card.buttonOrder)
              })
            )
          })
        )
      )
  )

/** A payload in which everything is right, for a plain template or a carousel. */
export const anyPayload: fc.Arbitrary<Payload> = fc.oneof(plainPayload, carouselPayload)
