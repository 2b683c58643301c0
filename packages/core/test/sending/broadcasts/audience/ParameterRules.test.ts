import { assert, describe, it } from "@effect/vitest"
import { ContactUuid, WorkspaceUuid } from "@rollcall/core"
import { placeOf, sentenceOf } from "@rollcall/core/operations"
import { anyValue } from "@rollcall/core/channel"
import type { RecipientParametersPayload } from "@rollcall/core/sending"
import * as fc from "fast-check"
import { audienceMessages } from "../../../../src/sending/broadcasts/audience/AudienceMessages.ts"
import type { AudienceParameters, AudienceValue } from "../../../../src/sending/broadcasts/audience/AudienceRequest.ts"
import { audienceParameterIssues } from "../../../../src/sending/broadcasts/audience/ParameterRules.ts"
import { readRecipient } from "../../../../src/sending/broadcasts/RecipientRules.ts"
import { makeContact } from "../../../../src/people/contacts/Contact.ts"
import { brokenRecipients } from "../payloads/BrokenRecipients.ts"
import { now, orderUpdate, plainRecipient, plainRequest, summerCollection } from "../payloads/Payloads.ts"
import { anyPayload, type Payload } from "../payloads/ValidPayloads.ts"

const uuid = "00000000-0000-4000-8000-000000000001"
const fields = { firstName: "Ana", lastName: " " }
const contact = makeContact({
  uuid: ContactUuid.make(uuid),
  workspace: WorkspaceUuid.make(uuid),
  fields,
  customFields: {},
  now
})

/** The parameters of a recipient as an audience gives them, each text made a value by `of`. */
const asAudience = (
  { body, button, cards, header }: RecipientParametersPayload,
  of: (text: string) => AudienceValue = (value) => ({ value })
): AudienceParameters => {
  const names = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, text]) => [name, of(text)]))
  const one = (part: Pick<RecipientParametersPayload, "body" | "button" | "header">) => ({
    header: part.header && of(part.header.value),
    body: names(part.body),
    button: part.button && names(part.button)
  })
  return { ...one({ body, button, header }), cards: cards?.map(one) ?? null }
}

const issuesOf = ({ request, template }: Payload, parameters: AudienceParameters) =>
  audienceParameterIssues(parameters, request.parameters, { check: anyValue, template }).map(sentenceOf)

const first = ({ request }: Payload) =>
  request.recipients[0]?.parameters ?? { header: null, body: {}, button: {}, cards: null }

describe("an audience's parameters", () => {
  it("R4: that a recipient could have apply to every contact, as values and as fallbacks", () => {
    fc.assert(
      fc.property(anyPayload, fc.boolean(), (payload, asFallback) => {
        const given = first(payload)
        const parameters = asAudience(given, asFallback ? (fallback) => ({ field: "lastName", fallback }) : undefined)
        assert.deepStrictEqual(issuesOf(payload, parameters), [])
        const message = audienceMessages(parameters, () => () => null)(contact, null)
        const read = (parameters: RecipientParametersPayload) =>
          readRecipient(
            { identifier: "4917000000001", clientReference: null, parameters },
            undefined,
            payload.request.parameters,
            {
              check: anyValue,
              template: payload.template
            }
          )
        assert.deepStrictEqual(read(message), read(given))
      })
    )
  })

  const expressible = Object.entries(brokenRecipients).filter(
    ([rule]) => /^(B8|B17|B5)/.test(rule) && !rule.endsWith("of another type")
  )
  it.each(expressible)(
    "R4, B8: are rejected for everyone for the reason that rejects one recipient: %s",
    (_rule, broken) => {
      fc.assert(
        fc.property(anyPayload, fc.nat(), (payload, n) => {
          const changed = broken(payload, 0, n)?.[0]
          fc.pre(changed !== undefined)
          assert.isAbove(issuesOf(changed, asAudience(first(changed))).length, 0)
        })
      )
    }
  )

  const plain = { template: orderUpdate, request: plainRequest([]) }

  it("R4: are rejected with their paths", () => {
    const parameters: AudienceParameters = {
      header: { value: "http://media.example.com/a.png" },
      body: { name: { field: "firstName", fallback: " " }, city: { value: "Bern" } },
      cards: []
    }
    const issues = audienceParameterIssues(parameters, plain.request.parameters, {
      check: anyValue,
      template: orderUpdate
    })
    assert.deepStrictEqual(
      issues.map(({ code, path }) => `${code} ${placeOf(path)}`),
      [
        "value_error audience.parameters.cards",
        "value_error audience.parameters.header.value",
        "missing audience.parameters.body.order",
        "value_error audience.parameters.body.city",
        "value_error audience.parameters.body.name.fallback",
        "missing audience.parameters.button.track"
      ]
    )
  })

  it("R4, B25: that are the same for everyone are passed to the platform's check, and others are not", () => {
    const given = asAudience(plainRecipient("").parameters)
    const check = () => [{ index: 1, problem: "is too long" }]
    const issuesBy = (parameters: AudienceParameters) =>
      audienceParameterIssues(parameters, plain.request.parameters, { check, template: orderUpdate }).map(({ path }) =>
        placeOf(path)
      )
    assert.deepStrictEqual(issuesBy(given), ["audience.parameters.body.order.value", "audience.parameters.button"])
    const body = { ...given.body, name: { field: "firstName" } }
    assert.deepStrictEqual(issuesBy({ ...given, body, header: { field: "email" } }), ["audience.parameters.button"])
  })

  it("R4: of a carousel are only in its cards", () => {
    const parameters = { header: { value: "a" }, button: { link: { value: "a" } }, body: {} }
    const shared = { header: null, bodyOrder: [], buttonOrder: [], cards: null }
    const issues = audienceParameterIssues(parameters, shared, { check: anyValue, template: summerCollection })
    assert.deepStrictEqual(
      issues.map(({ path }) => placeOf(path)),
      ["header", "button", "cards"].map((name) => `audience.parameters.${name}`)
    )
  })

  it("R4: use the contact's text before the fallback, and nothing without both", () => {
    const value = (field: string) => (one: typeof contact) => (field === "firstName" ? one.firstName : null)
    const read = audienceMessages(
      {
        header: { field: "lastName" },
        body: {
          a: { field: "firstName", fallback: "there" },
          b: { field: "lastName", fallback: "there" },
          c: { field: "lastName" }
        },
        cards: [{ header: { field: "firstName" }, button: { d: { field: "lastName" } } }]
      },
      value
    )
    assert.deepStrictEqual(read(contact, null), {
      header: null,
      body: { a: "Ana", b: "there" },
      button: null,
      cards: [{ header: { type: null, value: "Ana" }, body: {}, button: {} }]
    })
  })
})
