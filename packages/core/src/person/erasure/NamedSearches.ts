import { Effect } from "effect"
import { BroadcastStore } from "../../sending/broadcasts/BroadcastStore.ts"
import type { AudienceRequest, ExcludedPart } from "../../sending/broadcasts/audience/AudienceRequest.ts"
import { writableFields } from "../../people/contact-fields/PredefinedFields.ts"
import { type Contact, identifierFields } from "../../people/contacts/Contact.ts"
import { filtersIn, type SearchRequest } from "../../people/search/Filter.ts"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import { digitsIn } from "../../people/identifiers/Digits.ts"
import { fold } from "../../shared/Text.ts"

/** The minimum number of letters in a name, and of digits in a number, that identify a person in a search. */
const minLetters = 3
const minDigits = 6

/** The fields with words that name a person: all fields except identifiers. */
const wordFields = writableFields.filter((field) => !identifierFields.some((identifier) => identifier === field))

/** The strings that name a person, in the form that searches compare: names and identifiers, and the digits of numbers. */
export interface PersonTexts {
  readonly names: ReadonlyArray<string>
  readonly numbers: ReadonlyArray<string>
}

/** Returns the strings that name a contact in any of the given states. */
export const personTexts = (states: ReadonlyArray<Contact>, addresses: ReadonlyArray<string>): PersonTexts => {
  const texts = (given: ReadonlyArray<string | null>) => Array.from(new Set(given.flatMap((text) => text ?? [])), fold)
  const numbers = states.flatMap(({ chatappId, phoneNumber }) => [chatappId, phoneNumber])
  return {
    names: texts(
      states.flatMap((state) => [
        ...wordFields.flatMap((field) => state[field]?.match(/[\p{L}\p{N}]+/gu) ?? []),
        state.email?.split("@")[0] ?? null,
        ...[state.externalContactId, state.socialmsgId]
      ])
    ).filter((name) => name.length >= minLetters),
    numbers: texts([...numbers, ...addresses])
      .map(digitsIn)
      .filter((number) => number.length >= minDigits)
  }
}

/** Returns whether a search string contains a name or number of the person, or is part of such a name or number. */
const isNamedIn = ({ names, numbers }: PersonTexts, text: string): boolean => {
  const folded = fold(text)
  const number = digitsIn(text)
  return (
    names.some((name) => folded.includes(name) || (folded.length >= minLetters && name.includes(folded))) ||
    (number.length >= minDigits && numbers.some((stored) => stored.includes(number) || number.includes(stored)))
  )
}

const textsOf = ({ advancedSearch, searchTerm }: Pick<SearchRequest, "advancedSearch" | "searchTerm">) => [
  ...(searchTerm ? [searchTerm, ...searchTerm.split(/\s+/u)] : []),
  ...filtersIn(advancedSearch ?? []).flatMap(({ value }) =>
    (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string")
  )
]

/**
 * Replaces the searches of an audience that name a person with empty parts. Returns the same object if no search names the
 * person.
 */
const withoutNamed = (request: AudienceRequest, person: PersonTexts): AudienceRequest => {
  const names = ({ search }: ExcludedPart) =>
    search !== undefined && textsOf(search).some((text) => text !== "" && isNamedIn(person, text))
  const { exclude, include, ...others } = request
  if (![...include, ...(exclude ?? [])].some(names)) return request
  const nobody = { contactUuids: [] }
  return {
    ...others,
    include: include.map((part) => (names(part) ? nobody : part)),
    ...(exclude && { exclude: exclude.map((part) => (names(part) ? nobody : part)) })
  }
}

/**
 * Removes searches that name a person from the audiences of broadcasts with decided recipients. By then, these searches are
 * only shown and no longer run.
 */
export const eraseNamedSearches = Effect.fn("Erasure.eraseNamedSearches")(function* (
  workspace: WorkspaceUuid,
  person: PersonTexts
) {
  const broadcasts = yield* BroadcastStore
  for (const { audience, uuid } of yield* broadcasts.searchedAudiences(workspace)) {
    const request = withoutNamed(audience.request, person)
    if (request !== audience.request) {
      const { expect, parameters } = audience
      yield* broadcasts.replaceAudience({ workspace, broadcast: uuid }, { request, parameters, expect })
    }
  }
})
