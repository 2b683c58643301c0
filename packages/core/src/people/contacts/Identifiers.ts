import { Context } from "effect"
import { fewestDigits, isAddress, isNumberAddress, mostDigits } from "../identifiers/AddressForm.ts"
import { isSpoiledUserId, userIdIn } from "../identifiers/Addresses.ts"
import { readEmail } from "../identifiers/Emails.ts"
import { readNumber, type WrittenNumber } from "../identifiers/Numbers.ts"
import { readId } from "../identifiers/Placeholders.ts"
import { mapReading, none, one, type Reading, valueIn, valuesIn } from "../identifiers/Reading.ts"
import type { ContactUuid } from "../../shared/Ids.ts"
import { type Contact, type ContactFields, identifierFields } from "./Contact.ts"

/** Looks up the country and area of phone numbers in numbering plans. Core itself only parses how a number is written. */
export interface NumberForms {
  /**
   * Returns the digits that are equal for all spellings of a number: the broadcast address if the country is known or
   * implied, otherwise the digits as written.
   */
  readonly key: (number: WrittenNumber) => string
  /** Returns the digits that messages are sent to: with the country code if known or implied, otherwise as written. */
  readonly digits: (number: WrittenNumber) => string
  /**
   * Returns the home key of a number that is written without its country (see {@link NumberForms.homeKeys}). Null for a
   * number with its country, or with too few or too many digits.
   */
  readonly homeKey: (number: WrittenNumber) => string | null
  /** Returns the home keys of an address: the digits of its number as written in its own country, without leading zeros. */
  readonly homeKeys: (address: string) => ReadonlyArray<string>
  /** Returns the addresses with this home key, in all countries. */
  readonly addressesOf: (homeKey: string) => ReadonlyArray<string>
  /** Returns the digits that a platform may use for an address, including the address itself. */
  readonly variants: (address: string) => ReadonlyArray<string>
  /** Returns the IANA time zones of an address, by its area code or else its country. Empty if unknown. */
  readonly timeZones: (address: string) => ReadonlyArray<string>
}

const maxCodeLength = 3

/** The minimum length of a home key. A whole number has at least seven digits, and up to three are the country code. */
const minHomeDigits = 4

/** Returns the home key of a string; null if no address can have this key. */
export const homeKeyOf = (text: string): string | null => {
  const key = text.replace(/^0+/, "")
  return key.length >= minHomeDigits && key.length <= mostDigits ? key : null
}

/** Returns the digits of a number without a zero in parentheses, which is dialled only within the country. */
const dialledDigits = ({ digits, homeZero }: WrittenNumber): string =>
  homeZero === null ? digits : digits.slice(0, homeZero) + digits.slice(homeZero + 1)

/**
 * Number forms without numbering plans. Only a number written with `+` or `00` has a country, and any part of an address
 * may be the national number.
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
 * Reads the phone numbers of contacts and recipients. Default: digits only. A host may provide a library of numbering
 * plans. The service is read when layers are built.
 *
 * @see docs/contributing/decisions.md, C3
 */
export const PhoneNumbers = Context.Reference<NumberForms>("@rollcall/core/people/contacts/PhoneNumbers", {
  defaultValue: () => digitForms
})

export type IdentifierField = (typeof identifierFields)[number]

/** An identifier in matched form: the field and the normalised value, which is never empty. */
export interface IdentifierKey {
  readonly field: IdentifierField
  readonly value: string
}

/** An identifier and its holders: at most {@link maxIdentifierHolders} contacts, ordered by uuid. */
export interface IdentifierHolders<Uuid> {
  readonly key: IdentifierKey
  readonly contacts: ReadonlyArray<Uuid>
  /** The survivors of merged contacts that had the identifier, with the same limit. */
  readonly merged: ReadonlyArray<Uuid>
}

/** The maximum number of holders returned for an identifier, enough for the extensions of one switchboard. */
export const maxIdentifierHolders = 10

/** A parsed identifier: its matched form, and the extension of a number. */
export interface Identifier {
  readonly key: string
  readonly extension: string | null
}

/** Parses an identifier of a contact. All matching of contacts uses this function. */
export const readIdentifier = (
  numbers: NumberForms,
  field: IdentifierField,
  text: string | null | undefined
): Reading<Identifier> => (text ? readers[field](text, numbers) : none("empty"))

/** Returns the normalised value of an identifier; null for a string that isn't an identifier. */
export const identifierValue = (
  numbers: NumberForms,
  field: IdentifierField,
  text: string | null | undefined
): string | null => valueIn(readIdentifier(numbers, field, text))?.key ?? null

/** Returns the numbers in a field, starting with the number that is used. Empty for a user id. */
export const numbersIn = (field: (typeof addressFields)[number], text: string | null): ReadonlyArray<WrittenNumber> =>
  text === null ? [] : valuesIn(readNumberIn[field](text))

const readNumberIn = {
  /** Finds no number in a user id, even if its digits have the length of a number. */
  phoneNumber: (text: string): Reading<WrittenNumber> => (userIdIn(text) === null ? readNumber(text) : none("letters")),
  /** Reads a chat id. Its digits include the country code even without a plus. */
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

/** Returns the identifiers of a contact or request, in the specification's order. */
export const identifierKeys = (
  numbers: NumberForms,
  fields: Pick<ContactFields, IdentifierField>
): ReadonlyArray<IdentifierKey> =>
  identifierFields.flatMap((field) => {
    const value = identifierValue(numbers, field, fields[field])
    return value === null ? [] : [{ field, value }]
  })

export const hasIdentifier = (
  numbers: NumberForms,
  contact: Pick<Contact, IdentifierField>,
  { field, value }: IdentifierKey
): boolean => identifierValue(numbers, field, contact[field]) === value

/**
 * The identifiers that broadcasts use as addresses.
 *
 * @see docs/contributing/decisions.md, C5
 */
export const addressFields = ["chatappId", "phoneNumber"] as const satisfies ReadonlyArray<IdentifierField>

export const isAddressField = (field: IdentifierField): boolean => addressFields.some((name) => name === field)

/** Returns the distinct addresses among identifiers. */
export const addressesAmong = (keys: ReadonlyArray<IdentifierKey>): ReadonlyArray<string> =>
  Array.from(new Set(keys.flatMap(({ field, value }) => (isAddressField(field) ? [value] : []))))

/** Returns the broadcast addresses of a contact: its normalised `chatapp_id` and `phone_number`, without duplicates. */
export const addressesOf = (
  numbers: NumberForms,
  contact: Pick<Contact, (typeof addressFields)[number]>
): ReadonlyArray<string> => {
  const addresses = addressFields.map((field) => identifierValue(numbers, field, contact[field]))
  return Array.from(new Set(addresses)).filter((address) => address !== null)
}

/** Returns the address of a recipient's identifier in any spelling; null for a string that is not an address. */
export const addressOf = (numbers: NumberForms, identifier: string): string | null =>
  identifierValue(numbers, "chatappId", identifier)

/** Returns the home keys of an address (see {@link NumberForms.homeKeys}); empty for a user id. */
export const homeKeysOf = (numbers: NumberForms, address: string): ReadonlyArray<string> =>
  isNumberAddress(address) ? numbers.homeKeys(address) : []

/** Returns the forms that a platform may use for an address. A user id has only one form. */
export const variantsOf = (numbers: NumberForms, address: string): ReadonlyArray<string> =>
  isNumberAddress(address) ? numbers.variants(address) : [address]

/** Returns the IANA time zones of a number; empty if unknown, and for a user id. */
export const timeZonesOf = (numbers: NumberForms, address: string): ReadonlyArray<string> =>
  isNumberAddress(address) ? numbers.timeZones(address) : []

/**
 * Returns the recipient that a string in a request names: a user id, or the digits to send to, with the country code if
 * known. A string that isn't exactly one number is returned unchanged, so that a warning can quote the string.
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

/**
 * Returns the identifier fields with values that belong to other contacts. Identifiers that the contact has already never
 * clash.
 */
export const clashesOf = (
  numbers: NumberForms,
  contact: Pick<Contact, IdentifierField | "uuid"> | null,
  held: ReadonlyArray<Pick<IdentifierHolders<ContactUuid>, "contacts" | "key">>
): ReadonlyArray<IdentifierField> =>
  held.flatMap(({ contacts, key }) => {
    const isFree = contacts.every((holder) => holder === contact?.uuid)
    return isFree || (contact !== null && hasIdentifier(numbers, contact, key)) ? [] : [key.field]
  })
