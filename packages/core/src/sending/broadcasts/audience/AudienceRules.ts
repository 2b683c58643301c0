import type { Definitions } from "../../../people/segments/SegmentRules.ts"
import { inspectInput } from "../../../shared/Input.ts"
import { issue, type Issue, type IssuePath } from "../../../shared/Issue.ts"
import type {
  AudienceParameters,
  AudienceRequest,
  AudienceValue,
  ExcludedPart,
  ExpectedRecipients
} from "./AudienceRequest.ts"
import { formatsOfField } from "./ValueFormat.ts"

/** The maximum number of parts in `include`, and in `exclude`. */
const maxParts = 50

/** The maximum number of contacts that one part names by uuid. */
export const maxNamedContacts = 20_000

/** The audience of a request, and its expected recipients. */
export interface GivenAudience {
  readonly audience: AudienceRequest
  readonly expect: ExpectedRecipients | null
}

/** Returns the issues of an audience that depend on neither the workspace nor the template. */
export const audienceIssues = ({ audience, expect }: GivenAudience): ReadonlyArray<Issue> => {
  const { address, exclude, include } = audience
  return [
    ...partsIssues(["audience", "include"], include, 1),
    ...partsIssues(["audience", "exclude"], exclude ?? [], 0),
    ...(address ? addressIssues(address) : []),
    ...(expect === null ? [] : expectIssues(expect))
  ]
}

const partsIssues = (path: IssuePath, parts: ReadonlyArray<ExcludedPart>, min: number): ReadonlyArray<Issue> => {
  if (parts.length < min) return [issue("too_short", path, "must have at least one part")]
  if (parts.length > maxParts) return [issue("too_long", path, `must have at most ${maxParts} parts`)]
  return parts.flatMap((part, index) => partIssues([...path, index], part))
}

const partIssues = (path: IssuePath, part: ExcludedPart): ReadonlyArray<Issue> => {
  if (part.contactUuids !== undefined) {
    const { length } = part.contactUuids
    const at = [...path, "contactUuids"]
    if (length === 0) return [issue("too_short", at, "must have at least one contact")]
    return length > maxNamedContacts ? [issue("too_long", at, `must have at most ${maxNamedContacts} contacts`)] : []
  }
  if (part.outcomes !== undefined) {
    return part.outcomes.length > 0 ? [] : [issue("too_short", [...path, "outcomes"], "must have at least one outcome")]
  }
  if (part.search === undefined) return []
  const at = [...path, "search"]
  return inspectInput(part.search).issues.map((issue) => ({ ...issue, path: [...at, ...issue.path] }))
}

const addressIssues = (fields: ReadonlyArray<string>): ReadonlyArray<Issue> => {
  const path = ["audience", "address"]
  if (fields.length === 0) return [issue("too_short", path, "must have at least one field")]
  return fields.flatMap((field, index) =>
    fields.indexOf(field) < index ? [issue("value_error", [...path, index], `repeats ${field}`)] : []
  )
}

const expectIssues = ({ recipients, tolerance }: ExpectedRecipients): ReadonlyArray<Issue> => [
  ...atLeastZero(["expect", "recipients"], recipients),
  ...atLeastZero(["expect", "tolerance"], tolerance ?? 0)
]

const atLeastZero = (path: IssuePath, number: number): ReadonlyArray<Issue> =>
  Number.isSafeInteger(number) && number >= 0 ? [] : [issue("value_error", path, "must be an integer of at least 0")]

/** A field's name, and its path in the request. */
export interface NamedField {
  readonly name: string
  readonly path: IssuePath
}

/** A parameter value, and its path in the request. */
interface PlacedValue {
  readonly value: AudienceValue
  readonly path: IssuePath
}

/** Returns the fields that an audience writes into messages and client references. */
export const textFields = ({ clientReference, parameters }: AudienceRequest): ReadonlyArray<NamedField> => [
  ...placedValues(parameters ?? {}).flatMap(({ path, value }) =>
    value.field === undefined ? [] : [{ name: value.field, path: [...path, "field"] }]
  ),
  ...(clientReference ? [{ name: clientReference.field, path: ["audience", "clientReference", "field"] }] : [])
]

/** Returns the fields that an audience names in its messages, its client references and `require`. */
export const namedFields = (audience: AudienceRequest): ReadonlyArray<NamedField> => [
  ...textFields(audience),
  ...(audience.require ? [{ name: audience.require.field, path: requiredPath }] : [])
]

const requiredPath: IssuePath = ["audience", "require", "field"]

const placedValues = ({ cards, ...message }: AudienceParameters): ReadonlyArray<PlacedValue> => {
  const path = ["audience", "parameters"]
  return [
    ...valuesOf(path, message),
    ...(cards ?? []).flatMap((card, index) => valuesOf([...path, "cards", index], card))
  ]
}

const valuesOf = (
  path: IssuePath,
  { body, button, header }: Omit<AudienceParameters, "cards">
): ReadonlyArray<PlacedValue> => [
  ...(header ? [{ value: header, path: [...path, "header"] }] : []),
  ...Object.entries(body ?? {}).map(([name, value]) => ({ value, path: [...path, "body", name] })),
  ...Object.entries(button ?? {}).map(([name, value]) => ({ value, path: [...path, "button", name] }))
]

/**
 * Returns an issue for each missing or archived field, for a required field that isn't a checkbox, and for each format that
 * doesn't fit its field.
 */
export const fieldIssues = (audience: AudienceRequest, definitions: Definitions): ReadonlyArray<Issue> => [
  ...namedFields(audience).flatMap(({ name, path }) =>
    isField(name, definitions) ? [] : [issue("unknown_field", path, `there is no active field ${JSON.stringify(name)}`)]
  ),
  ...(audience.require ? requiredIssues(audience.require.field, definitions) : []),
  ...placedValues(audience.parameters ?? {}).flatMap(({ path, value }) => formatIssues(path, value, definitions))
]

const isField = (name: string, definitions: Definitions): boolean => formatsOfField(name, definitions) !== undefined

const requiredIssues = (name: string, definitions: Definitions): ReadonlyArray<Issue> =>
  !isField(name, definitions) || definitions.get(name)?.fieldType === "checkbox"
    ? []
    : [issue("value_error", requiredPath, `${JSON.stringify(name)} is not a custom field of the type checkbox`)]

const formatIssues = (path: IssuePath, { field, format }: AudienceValue, definitions: Definitions) => {
  const known = field === undefined ? undefined : formatsOfField(field, definitions)
  if (!format || known === undefined || known.includes(format)) return []
  const name = JSON.stringify(field)
  const message =
    known.length === 0
      ? `must be left out: values of ${name} have no format`
      : `must be one of ${known.join(", ")} for values of ${name}`
  return [issue("value_error", [...path, "format"], message)]
}
