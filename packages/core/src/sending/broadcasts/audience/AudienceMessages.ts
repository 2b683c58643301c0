import type { Contact } from "../../../people/contacts/Contact.ts"
import type { RecipientParametersPayload } from "../BroadcastPayload.ts"
import type { NamedValues } from "../BroadcastRequest.ts"
import type { AudienceParameters, AudienceValue, NamedAudienceValues } from "./AudienceRequest.ts"
import type { FieldText, FieldTexts } from "./FieldText.ts"

/** Reads a value for a message to a contact at an address. */
type Read<A> = (contact: Contact, address: string | null) => A

/**
 * Makes the function that fills in the parameters of each contact, using `textOf` to read fields. Missing values are left
 * out.
 *
 * @see docs/contributing/decisions.md, R4
 */
export const audienceMessages = (
  { body, button, cards, header }: AudienceParameters,
  textOf: FieldTexts
): Read<RecipientParametersPayload> => {
  const read = (given: AudienceValue): FieldText => {
    const { fallback, field, format, value } = given
    if (field === undefined) return () => value
    const text = textOf(field, format) ?? (() => null)
    return (contact, address) => text(contact, address) ?? fallback ?? null
  }

  const readNames = (given: NamedAudienceValues): Read<NamedValues> => {
    const values = Object.entries(given).map(([name, value]) => [name, read(value)] as const)
    return (contact, address) =>
      Object.fromEntries(
        values.flatMap(([name, text]) => {
          const value = text(contact, address)
          return value === null ? [] : [[name, value] as const]
        })
      )
  }

  const readHeader = (given: AudienceValue | null): Read<RecipientParametersPayload["header"]> => {
    if (given === null) return () => null
    const text = read(given)
    return (contact, address) => {
      const value = text(contact, address)
      return value === null ? null : { type: null, value }
    }
  }

  const readCard = (card: Omit<AudienceParameters, "cards">) => {
    const ofHeader = readHeader(card.header ?? null)
    const ofBody = readNames(card.body ?? {})
    const ofButtons = readNames(card.button ?? {})
    return (contact: Contact, address: string | null) => ({
      header: ofHeader(contact, address),
      body: ofBody(contact, address),
      button: ofButtons(contact, address)
    })
  }

  const ofHeader = readHeader(header ?? null)
  const ofBody = readNames(body ?? {})
  const ofButtons = button ? readNames(button) : () => null
  const ofCards = cards?.map(readCard)
  return (contact, address) => ({
    header: ofHeader(contact, address),
    body: ofBody(contact, address),
    button: ofButtons(contact, address),
    cards: ofCards?.map((ofCard) => ofCard(contact, address)) ?? null
  })
}
