import type { Contact } from "../../contacts/Contact.ts"
import type { RecipientParametersPayload } from "../BroadcastPayload.ts"
import type { NamedValues } from "../BroadcastRequest.ts"
import type { AudienceParameters, AudienceValue, NamedAudienceValues } from "./AudienceRequest.ts"
import type { FieldText } from "./FieldText.ts"

/** Makes what fills in the parameters of each contact, by what reads a field. A value that it does not have is left out (R4). */
export const audienceMessages = (
  { body, button, cards, header }: AudienceParameters,
  textOf: (field: string) => FieldText | null
): ((contact: Contact) => RecipientParametersPayload) => {
  const read = (given: AudienceValue): FieldText => {
    const { fallback, field, value } = given
    if (field === undefined) return () => value
    const text = textOf(field) ?? (() => null)
    return (contact) => text(contact) ?? fallback ?? null
  }

  const readNames = (given: NamedAudienceValues): ((contact: Contact) => NamedValues) => {
    const values = Object.entries(given).map(([name, value]) => [name, read(value)] as const)
    return (contact) =>
      Object.fromEntries(
        values.flatMap(([name, text]) => {
          const value = text(contact)
          return value === null ? [] : [[name, value] as const]
        })
      )
  }

  const readHeader = (given: AudienceValue | null): ((contact: Contact) => RecipientParametersPayload["header"]) => {
    if (given === null) return () => null
    const text = read(given)
    return (contact) => {
      const value = text(contact)
      return value === null ? null : { type: null, value }
    }
  }

  const readCard = (card: Omit<AudienceParameters, "cards">) => {
    const ofHeader = readHeader(card.header ?? null)
    const ofBody = readNames(card.body ?? {})
    const ofButtons = readNames(card.button ?? {})
    return (contact: Contact) => ({ header: ofHeader(contact), body: ofBody(contact), button: ofButtons(contact) })
  }

  const ofHeader = readHeader(header ?? null)
  const ofBody = readNames(body ?? {})
  const ofButtons = button ? readNames(button) : () => null
  const ofCards = cards?.map(readCard)
  return (contact) => ({
    header: ofHeader(contact),
    body: ofBody(contact),
    button: ofButtons(contact),
    cards: ofCards?.map((ofCard) => ofCard(contact)) ?? null
  })
}
