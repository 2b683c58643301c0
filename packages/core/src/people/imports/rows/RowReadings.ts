import { type Contact, type ContactFields, identifierFields, tidy } from "../../contacts/Contact.ts"
import { usableReading } from "../../contacts/ContactRules.ts"
import { type Identifier, type IdentifierField, type NumberForms, readIdentifier } from "../../contacts/Identifiers.ts"
import type { Reading, Unread } from "../../identifiers/Reading.ts"
import { issue, type Issue } from "../../../shared/Issue.ts"

/** The parsed identifiers of a row. */
export type RowReadings = { readonly [Field in IdentifierField]: Reading<Identifier> }

export const readingsOf = (numbers: NumberForms, fields: ContactFields): RowReadings => ({
  externalContactId: usableReading(numbers, "externalContactId", fields),
  email: usableReading(numbers, "email", fields),
  phoneNumber: usableReading(numbers, "phoneNumber", fields),
  chatappId: usableReading(numbers, "chatappId", fields),
  socialmsgId: usableReading(numbers, "socialmsgId", fields)
})

/** The expected form of each identifier, for messages. */
const kinds: { readonly [Field in IdentifierField]: string } = {
  externalContactId: "an id: it is a placeholder",
  email: "an e-mail address",
  phoneNumber: "a phone number",
  chatappId: "a phone number",
  socialmsgId: "an id: it is a placeholder"
}

const whys: { readonly [Why in Unread]?: string } = {
  too_few_digits: ": it needs at least 7 digits",
  too_many_digits: ": it has more than 15 digits",
  rounded: ": a spreadsheet has rounded it",
  decimal: ": it is a decimal number",
  date: ": it is a date",
  unclear: ": it is not clear where the number begins and ends"
}

/** Returns the warnings about the identifiers of a row, for any `matchOnField`. Empty values have no warnings. */
export const identifierWarnings = (readings: RowReadings): ReadonlyArray<Issue> =>
  identifierFields.flatMap((field) => {
    const reading = readings[field]
    switch (reading._tag) {
      case "One":
        return []
      case "WithRemark":
      case "Several":
        return [issue("several_values", [field], messages[reading._tag])]
      case "None":
        return reading.why === "empty"
          ? []
          : [issue("unreadable_identifier", [field], `is not ${kinds[field]}${whys[reading.why] ?? ""}`)]
    }
  })

const messages = {
  WithRemark: "contains more than an identifier. Only the identifier is used",
  Several: "contains several identifiers. The first one is used"
} as const

/**
 * Returns the fields of a row that change the matched contact. A clear identifier isn't replaced by the same identifier
 * with a remark. If the row matched the survivor of a merge through a former identifier, only identifiers that the survivor
 * lacks are added.
 */
export const changingFields = (
  numbers: NumberForms,
  before: Contact,
  fields: ContactFields,
  isMerged: boolean
): ContactFields => {
  const unchanged = identifierFields.filter((field) => {
    const stored = before[field]
    const given = fields[field]
    if (stored === null || given === undefined || tidy(given) === stored) return false
    return isMerged || isSameInOtherWords(numbers, field, stored, given)
  })
  if (unchanged.length === 0) return fields
  const changing: { [Field in keyof ContactFields]: ContactFields[Field] } = { ...fields }
  for (const field of unchanged) delete changing[field]
  return changing
}

const isSameInOtherWords = (
  numbers: NumberForms,
  field: IdentifierField,
  stored: string,
  given: string | null
): boolean => {
  const [known, other] = [readIdentifier(numbers, field, stored), readIdentifier(numbers, field, tidy(given))]
  if (known._tag !== "One" || (other._tag !== "WithRemark" && other._tag !== "Several")) return false
  return known.value.key === other.value.key && known.value.extension === other.value.extension
}
