import { Context } from "effect"
import { fewestDigits, isAddress, isNumberAddress, mostDigits } from "../identifiers/AddressForm.ts"
import { isSpoiledUserId, userIdIn } from "../identifiers/Addresses.ts"
import { readEmail } from "../identifiers/Emails.ts"
import { readNumber, type WrittenNumber } from "../identifiers/Numbers.ts"
import { readId } from "../identifiers/Placeholders.ts"
import { mapReading, none, one, type Reading, valueIn, valuesIn } from "../identifiers/Reading.ts"
import type { ContactUuid } from "../../shared/Ids.ts"
import { type Contact, type ContactFields, identifierFields } from "./Contact.ts"

/** What numbers mean. Core reads how a number is written; this says which country and area it has. */
export interface NumberForms {
  /**
   * The digits by which two spellings of one number are equal. With a known or implied country: its address in broadcasts.
   * Otherwise: its digits as written.
   */
  readonly key: (number: WrittenNumber) => string
  /**
   * The digits that a message to a number is sent to: with the country code where it has or implies a country, otherwise as
   * written.
   */
  readonly digits: (number: WrittenNumber) => string
  /**
   * The digits of a number written without its country, as in {@link NumberForms.homeKeys}. Null for a number with its
   * country, or with too few or too many digits.
   */
  readonly homeKey: (number: WrittenNumber) => string | null
  /** The digits of an address's number as written in its own country, without leading zeros. */
  readonly homeKeys: (address: string) => ReadonlyArray<string>
  /** The addresses with this home key, in all countries. */
  readonly addressesOf: (homeKey: string) => ReadonlyArray<string>
  /** The digits in which a platform may name the number of an address, including the address itself. */
  readonly variants: (address: string) => ReadonlyArray<string>
  /** The IANA time zones in which an address may be: the zones of its area code, or else of its country. Empty if not known. */
  readonly timeZones: (address: string) => ReadonlyArray<string>
}

/** The longest country code, in digits. */
const maxCodeLength = 3

/** The fewest digits of a number without its country code, where the whole has seven. */
const minHomeDigits = 4

/** A home key of digits; null if no address could have it. */
export const homeKeyOf = (text: string): string | null => {
  const key = text.replace(/^0+/, "")
  return key.length >= minHomeDigits && key.length <= mostDigits ? key : null
}

/** The digits of a number, without a zero in parentheses, which is dialled only within the country. */
const dialledDigits = ({ digits, homeZero }: WrittenNumber): string =>
  homeZero === null ? digits : digits.slice(0, homeZero) + digits.slice(homeZero + 1)

/**
 * Reads only the digits of a number. Only a spelling with `+` or `00` has a country, and every part of an address could be
 * the national number.
 */
export const digitForms: NumberForms = {
  key: dialledDigits,
  digits: dialledDigits,
  homeKey: ({ digits, isInternational }) => (isInternational ? null : homeKeyOf(digits)),
  homeKeys: (address) => codeLengths.flatMap((length) => homeKeyOf(address.slice(length)) ?? []),
  addressesOf: (homeKey) =>
    [homeKey, ...codes.flatMap((code) => [`${code}${homeKey}`, `${code}0${homeKey}`])].filter(isNumberAddress),
  variants: (address) => [address],
  timeZones: () => []
}

const codeLengths = Array.from({ length: maxCodeLength + 1 }, (_, length) => length)
const codes = Array.from({ length: 10 ** maxCodeLength - 1 }, (_, index) => index + 1)

/**
 * How the phone numbers of contacts and recipients are read. Read when layers are built. The default knows only digits; a
 * host may provide the library of all numbering plans.
 *
 * @see docs/contributing/decisions.md, C3
 */
export const PhoneNumbers = Context.Reference<NumberForms>("@rollcall/core/people/contacts/PhoneNumbers", {
  defaultValue: () => digitForms
})

/** One of the five identifiers. */
export type IdentifierField = (typeof identifierFields)[number]

/** An identifier as it is matched: by its field and its normalised value, which is never empty. */
export interface IdentifierKey {
  readonly field: IdentifierField
  readonly value: string
}

/** An identifier and the contacts that have it: at most {@link maxIdentifierHolders}, the first by uuid. */
export interface IdentifierHolders<Uuid> {
  readonly key: IdentifierKey
  readonly contacts: ReadonlyArray<Uuid>
  /** Contacts that had the identifier when they were merged, named by the uuid of their survivor; at most as many. */
  readonly merged: ReadonlyArray<Uuid>
}

/** How many holders of an identifier are returned: enough to distinguish the extensions of one switchboard. */
export const maxIdentifierHolders = 10

/** An identifier that was read: the form by which it is matched, and the extension of a number. */
export interface Identifier {
  readonly key: string
  readonly extension: string | null
}

/** Reads the content of a contact's identifier. Only this function decides which contacts it means. */
export const readIdentifier = (
  numbers: NumberForms,
  field: IdentifierField,
  text: string | null | undefined
): Reading<Identifier> => (text ? readers[field](text, numbers) : none("empty"))

/** The normalised value of an identifier; null for a string that isn't an identifier. */
export const identifierValue = (
  numbers: NumberForms,
  field: IdentifierField,
  text: string | null | undefined
): string | null => valueIn(readIdentifier(numbers, field, text))?.key ?? null

/** The numbers written in a field; the number that counts comes first. Empty if the field has a user id. */
export const numbersIn = (field: (typeof addressFields)[number], text: string | null): ReadonlyArray<WrittenNumber> =>
  text === null ? [] : valuesIn(readNumberIn[field](text))

const readNumberIn = {
  /** The digits of a user id are no number, even if their count fits. */
  phoneNumber: (text: string): Reading<WrittenNumber> => (userIdIn(text) === null ? readNumber(text) : none("letters")),
  /** A chat id is an address: its digits include the country code, although it has no plus. */
  chatappId: (text: string): Reading<WrittenNumber> => {
    if (userIdIn(text) !== null || isSpoiledUserId(text)) return none("letters")
    return readNumber(isNumberAddress(text) ? `+${text}` : text)
  }
} as const

const toIdentifier =
  (numbers: NumberForms) =>
  (number: WrittenNumber): Identifier | ReturnType<typeof none> => {
    const key = numbers.key(number)
    if (key.length > mostDigits) return none("too_many_digits")
    return key.length < fewestDigits ? none("too_few_digits") : { key, extension: number.extension }
  }

const withoutExtension = (key: string): Identifier => ({ key, extension: null })

const readers: {
  readonly [Field in IdentifierField]: (text: string, numbers: NumberForms) => Reading<Identifier>
} = {
  externalContactId: (text) => mapReading(readId(text), withoutExtension),
  email: (text) => mapReading(readEmail(text), ({ address }) => withoutExtension(address)),
  phoneNumber: (text, numbers) => mapReading(readNumberIn.phoneNumber(text), toIdentifier(numbers)),
  chatappId: (text, numbers) => {
    const id = userIdIn(text)
    return id === null ? mapReading(readNumberIn.chatappId(text), toIdentifier(numbers)) : one(withoutExtension(id))
  },
  socialmsgId: (text) => mapReading(readId(text), withoutExtension)
}

/** The identifiers that a contact has or a request gives, in the specification's order. */
export const identifierKeys = (
  numbers: NumberForms,
  fields: Pick<ContactFields, IdentifierField>
): ReadonlyArray<IdentifierKey> =>
  identifierFields.flatMap((field) => {
    const value = identifierValue(numbers, field, fields[field])
    return value === null ? [] : [{ field, value }]
  })

/** Whether a contact has this identifier. */
export const hasIdentifier = (
  numbers: NumberForms,
  contact: Pick<Contact, IdentifierField>,
  { field, value }: IdentifierKey
): boolean => identifierValue(numbers, field, contact[field]) === value

/**
 * The identifiers that are addresses in broadcasts.
 *
 * @see docs/contributing/decisions.md, C5
 */
export const addressFields = ["chatappId", "phoneNumber"] as const satisfies ReadonlyArray<IdentifierField>

/** Whether an identifier is an address in broadcasts. */
export const isAddressField = (field: IdentifierField): boolean => addressFields.some((name) => name === field)

/** The addresses among identifiers, each once. */
export const addressesAmong = (keys: ReadonlyArray<IdentifierKey>): ReadonlyArray<string> =>
  Array.from(new Set(keys.flatMap(({ field, value }) => (isAddressField(field) ? [value] : []))))

/** The addresses of a contact in broadcasts: its normalised `chatapp_id` and `phone_number`, each once. */
export const addressesOf = (
  numbers: NumberForms,
  contact: Pick<Contact, (typeof addressFields)[number]>
): ReadonlyArray<string> => {
  const addresses = addressFields.map((field) => identifierValue(numbers, field, contact[field]))
  return Array.from(new Set(addresses)).filter((address) => address !== null)
}

/** The address that a recipient's identifier is written for, in whatever spelling; null without an address. */
export const addressOf = (numbers: NumberForms, identifier: string): string | null =>
  identifierValue(numbers, "chatappId", identifier)

/** The digits of an address's number as written in its own country; empty for a user id. */
export const homeKeysOf = (numbers: NumberForms, address: string): ReadonlyArray<string> =>
  isNumberAddress(address) ? numbers.homeKeys(address) : []

/** The forms in which a platform may name an address: other digits of a number, or the user id as it is. */
export const variantsOf = (numbers: NumberForms, address: string): ReadonlyArray<string> =>
  isNumberAddress(address) ? numbers.variants(address) : [address]

/** The IANA time zones in which a number may be; empty if not known, and for a user id. */
export const timeZonesOf = (numbers: NumberForms, address: string): ReadonlyArray<string> =>
  isNumberAddress(address) ? numbers.timeZones(address) : []

/**
 * The user id that a request names, or the digits that a message to a number is sent to, with its country code if the
 * request has it. Any string that is not exactly one number stays as it is, so that a warning can quote it.
 *
 * @see docs/contributing/decisions.md, B7
 */
export const recipientOf = (numbers: NumberForms, text: string): string => {
  if (isAddress(text)) return text
  const id = userIdIn(text)
  if (id !== null) return id
  const reading = readNumberIn.chatappId(text)
  return reading._tag === "One" ? numbers.digits(reading.value) : text
}

/** The identifier fields whose values other contacts also have. The contact's own identifiers never clash. */
export const clashesOf = (
  numbers: NumberForms,
  contact: Pick<Contact, IdentifierField | "uuid"> | null,
  held: ReadonlyArray<Pick<IdentifierHolders<ContactUuid>, "contacts" | "key">>
): ReadonlyArray<IdentifierField> =>
  held.flatMap(({ contacts, key }) => {
    const isFree = contacts.every((holder) => holder === contact?.uuid)
    return isFree || (contact !== null && hasIdentifier(numbers, contact, key)) ? [] : [key.field]
  })
