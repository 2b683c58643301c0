import { issue, type Issue, IssueCode } from "./Issue.ts"
import { isLonger, isStorable, nearest } from "./Text.ts"
import * as Arr from "effect/Array"
import { Option, Order, Predicate, Schema, SchemaAST, type SchemaIssue } from "effect"

/** Returns the schema of an input member that may be absent, or null in JSON. */
export const given = <S extends Schema.Constraint>(schema: S) => Schema.optional(Schema.NullOr(schema))

/** Checks that a string has at most `maxLength` characters. `Schema.isMaxLength` counts UTF-16 units. */
export const isMaxCharacters = (maxLength: number) =>
  Schema.makeFilter((text: string) => !isLonger(text, maxLength), {
    issueType: "too_long",
    message: `must have at most ${maxLength} characters`,
    toJsonSchema: () => ({ maxLength })
  })

/** A problem that a schema found in one place. The message never repeats the given value. */
interface SchemaProblem {
  readonly path: ReadonlyArray<PropertyKey>
  /** The kind of problem, such as `string_type` or `too_long`. */
  readonly type: string
  readonly message: string
}

/** Returns every problem that a schema found, with its path. */
export const schemaProblems = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<PropertyKey> = []
): ReadonlyArray<SchemaProblem> => {
  const found = (kind: Kind): ReadonlyArray<SchemaProblem> => [{ ...kind, path }]
  switch (issue._tag) {
    case "Pointer":
      return schemaProblems(issue.issue, [...path, ...issue.path])
    case "Encoding":
      return schemaProblems(issue.issue, path)
    case "Composite":
      return issue.issues.flatMap((inner) => schemaProblems(inner, path))
    case "AnyOf":
      if (isUndecided(issue)) return undecided(issue, path)
      return Arr.isReadonlyArrayNonEmpty(issue.issues)
        ? schemaProblems(Arr.min(issue.issues, byRefusedMembers), path)
        : found(wrongType(SchemaAST.toEncoded(issue.ast)))
    case "Filter":
      return issue.issue._tag === "InvalidValue" ? found(failedCheck(issue)) : schemaProblems(issue.issue, path)
    case "InvalidType":
      return found(annotated(issue.ast.annotations) ?? wrongType(issue.ast))
    case "MissingKey":
      return found({ type: "missing", message: issue.annotations?.messageMissingKey ?? "is required" })
    case "InvalidValue":
      return found(annotated(issue.annotations) ?? notAccepted)
    case "UnexpectedKey":
      return found({ type: "value_error", message: unexpected(String(path.at(-1)), issue.ast) })
    case "Forbidden":
    case "OneOf":
      return found(notAccepted)
  }
}

/** The annotation key for a member's names in other libraries. */
export const otherNames = "rollcall/otherNames"

/**
 * Returns the message about an unknown member. The message names the member that was probably intended, or the known
 * members.
 */
const unexpected = (name: string, ast: SchemaAST.AST): string => {
  const members = SchemaAST.isObjects(ast)
    ? ast.propertySignatures.filter(({ name, type }) => typeof name === "string" && !SchemaAST.isNever(type))
    : []
  const known = members.map(({ name }) => String(name))
  const alias = members.find(({ type }) => namesOf(type).includes(name))
  return unknownMember(alias === undefined ? name : String(alias.name), known)
}

const unknownMember = (name: string, known: ReadonlyArray<string>): string =>
  Option.match(nearest(name, known), {
    onSome: (meant) => `is not a known member: did you mean ${meant}?`,
    onNone: () => `is not a known member${known.length === 0 ? "" : `, known are ${known.join(", ")}`}`
  })

const namesOf = (type: SchemaAST.AST): ReadonlyArray<unknown> => {
  const given = SchemaAST.isUnion(type) ? type.types[0] : type
  // An annotation that follows a check belongs to the check.
  const found = [given?.annotations, given?.checks?.at(-1)?.annotations].map((all) => all?.[otherNames])
  return found.flatMap((names): ReadonlyArray<unknown> => (Array.isArray(names) ? names : []))
}

/**
 * Returns how many members of an object a schema refuses, regardless of their values. If several schemas are possible, the
 * object is checked by the schema that refuses the fewest members.
 */
const refusedMembers = (issue: SchemaIssue.Issue): number => {
  switch (issue._tag) {
    case "Encoding":
    case "Filter":
      return refusedMembers(issue.issue)
    case "Composite":
      return issue.issues.filter((inner) => inner._tag === "Pointer" && isRefusal(inner.issue)).length
    default:
      return 0
  }
}

/** Returns an object's schema and issues, without the layers that decode and check it. Undefined for other values. */
const objectIssue = (
  issue: SchemaIssue.Issue
): { readonly ast: SchemaAST.Objects; readonly issues: ReadonlyArray<SchemaIssue.Issue> } | undefined => {
  if (issue._tag === "Encoding" || issue._tag === "Filter") return objectIssue(issue.issue)
  return issue._tag === "Composite" && SchemaAST.isObjects(issue.ast)
    ? { ast: issue.ast, issues: issue.issues }
    : undefined
}

/** Returns the members that a schema requires and the object lacks. */
const lackedBy = (issue: SchemaIssue.Issue): ReadonlyArray<PropertyKey> =>
  (objectIssue(issue)?.issues ?? []).flatMap((inner) =>
    inner._tag === "Pointer" && inner.issue._tag === "MissingKey" ? inner.path : []
  )

/**
 * Returns whether it's undecided which of several schemas an object follows: the object lacks a distinguishing member of
 * each schema, and every schema refuses the same number of its members.
 */
const isUndecided = ({ issues: [first, ...others] }: SchemaIssue.AnyOf): boolean => {
  if (first === undefined || others.length === 0) return false
  const lacked = lackedBy(first)
  const isAlike = (other: SchemaIssue.Issue) =>
    lackedBy(other).length > 0 && refusedMembers(other) === refusedMembers(first)
  return (
    lacked.length > 0 &&
    others.every(isAlike) &&
    lacked.every((name) => others.some((other) => !lackedBy(other).includes(name)))
  )
}

/**
 * Returns the problems of an object whose schema is undecided: its unknown members. If all members are known, one problem
 * says that a distinguishing member is missing.
 */
const undecided = (issue: SchemaIssue.AnyOf, path: ReadonlyArray<PropertyKey>): ReadonlyArray<SchemaProblem> => {
  const names = Arr.dedupe(issue.issues.flatMap(lackedBy).map(String))
  const known = issue.issues.flatMap((inner) =>
    (objectIssue(inner)?.ast.propertySignatures ?? []).map(({ name }) => String(name))
  )
  const given = Predicate.isReadonlyObject(issue.input) ? Object.keys(issue.input) : []
  const unknown = given.filter((name) => !known.includes(name))
  return unknown.length === 0
    ? [{ path, type: "missing", message: `must have one of ${names.join(", ")}` }]
    : unknown.map((name) => ({ path: [...path, name], type: "value_error", message: unknownMember(name, names) }))
}

const isRefusal = (issue: SchemaIssue.Issue): boolean =>
  issue._tag === "UnexpectedKey" || (issue._tag === "InvalidType" && issue.ast._tag === "Never")

const byRefusedMembers = Order.mapInput(Order.Number, refusedMembers)

/** Returns every problem that a schema found, as issues with the library's codes. */
export const schemaIssues = (found: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey> = []): ReadonlyArray<Issue> =>
  schemaProblems(found, path).map(({ message, path, type }) =>
    issue(
      isCode(type) ? type : (codesOfTypes.get(type) ?? "value_error"),
      path.map((key) => (typeof key === "number" ? key : String(key))),
      message
    )
  )

const isCode = Schema.is(IssueCode)

const codesOfTypes: ReadonlyMap<string, IssueCode> = new Map([
  ["int_type", "int_parsing"],
  ["bool_type", "bool_parsing"]
])

type Kind = Pick<SchemaProblem, "type" | "message">

const notAccepted: Kind = { type: "value_error", message: "is not an accepted value" }

/**
 * Returns the problem that a check or transformation declares in its annotations `message` and `issueType`. Undefined
 * without a message.
 */
const annotated = (annotations: Readonly<Record<string, unknown>> | undefined): Kind | undefined => {
  const message = annotations?.["message"]
  if (typeof message !== "string") return undefined
  const type = annotations?.["issueType"]
  return { type: typeof type === "string" ? type : "value_error", message }
}

const wrongType = (ast: SchemaAST.AST): Kind => {
  switch (ast._tag) {
    case "String":
      return { type: "string_type", message: "must be a string" }
    case "Number":
      return { type: "int_type", message: "must be an integer" }
    case "Boolean":
      return { type: "bool_type", message: "must be true or false" }
    case "Arrays":
      return { type: "list_type", message: "must be a list" }
    case "Objects":
      return { type: "dict_type", message: "must be an object" }
    case "Literal":
      return { type: "enum", message: `must be ${JSON.stringify(ast.literal)}` }
    case "Union": {
      const members = ast.types.filter((member) => member._tag !== "Null" && member._tag !== "Undefined")
      const literals = members.flatMap((member) => (member._tag === "Literal" ? [String(member.literal)] : []))
      if (literals.length === members.length) return { type: "enum", message: `must be one of ${literals.join(", ")}` }
      return members[0] === undefined ? notAccepted : wrongType(members[0])
    }
    default:
      return notAccepted
  }
}

const failedCheck = ({ filter, issue, ...rest }: SchemaIssue.Filter): Kind => {
  const annotation = annotated(filter.annotations)
  if (annotation !== undefined) return annotation
  const { id, payload } = representation(filter.annotations)
  switch (id) {
    case "effect/schema/isGUID":
    case "effect/schema/isUUID":
      return { type: "uuid_parsing", message: "must be a UUID" }
    case "effect/schema/isInt":
      return { type: "int_type", message: "must be an integer" }
    case "effect/schema/isMinLength":
      return { type: "too_short", message: `must have at least ${amount(payload["minLength"], rest.input)}` }
    case "effect/schema/isMaxLength":
      return { type: "too_long", message: `must have at most ${amount(payload["maxLength"], rest.input)}` }
    case "effect/schema/isGreaterThanOrEqualTo":
      return { type: "greater_than_equal", message: `must be at least ${String(payload["minimum"])}` }
    case "effect/schema/isLessThanOrEqualTo":
      return { type: "less_than_equal", message: `must be at most ${String(payload["maximum"])}` }
    default:
      return annotated(issue._tag === "InvalidValue" ? issue.annotations : undefined) ?? notAccepted
  }
}

/** Returns the id and the arguments of a built-in check. */
const representation = (annotations: Readonly<Record<string, unknown>> | undefined) => {
  const value = annotations?.["representation"]
  const payload = Predicate.hasProperty(value, "payload") ? value.payload : undefined
  return {
    id: Predicate.hasProperty(value, "id") ? value.id : undefined,
    payload: Predicate.isReadonlyObject(payload) ? payload : {}
  }
}

const amount = (count: unknown, input: unknown): string => {
  const unit = Array.isArray(input) ? "item" : "character"
  return `${String(count)} ${unit}${count === 1 ? "" : "s"}`
}

/** The limits of an input in addition to its schema. */
export interface InputBounds {
  /** The maximum nesting depth of lists and objects. */
  readonly maxDepth: number
  /** The maximum number of values, at all depths together. */
  readonly maxValues: number
  /** Whether numbers must be finite. Set it for values that are stored as given: `1e400` cannot be written as JSON. */
  readonly finite?: boolean
}

/** Default bounds: enough for any input about one contact, one recipient or one audience. */
export const defaultBounds: InputBounds = { maxDepth: 64, maxValues: 25_000 }

/**
 * Returns the problems of an input, regardless of its schema: strings or keys that no store can keep, too many values, too
 * deep nesting. The inspection does not recurse, so deep nesting cannot exhaust the stack. `bounded` is false if the input
 * exceeds the bounds: the inspection stopped there, and the input must not be decoded.
 */
export const inspectInput = (
  root: unknown,
  bounds: InputBounds = defaultBounds
): { readonly issues: ReadonlyArray<Issue>; readonly bounded: boolean } => {
  const issues: Array<Issue> = []
  const refuse = (code: "value_error" | "too_long", place: Place, message: string) =>
    issues.push(issue(code, pathOf(place), message))
  const rootPlace: Place = { value: root, parent: undefined, key: "", depth: 1 }
  const queue: Array<Place> = []
  let values = 0

  const visit = (value: unknown, parent: Place | undefined, key: string | number): void => {
    values++
    if (typeof value === "string") {
      if (!isStorable(value)) {
        refuse("value_error", placed(value, parent, key), "must not contain U+0000 or a lone surrogate")
      }
    } else if (typeof value === "object" && value !== null) {
      queue.push(placed(value, parent, key))
    } else if (bounds.finite === true && typeof value === "number" && !Number.isFinite(value)) {
      refuse("value_error", placed(value, parent, key), "must be a number that a double can hold")
    }
  }

  if (typeof root === "object" && root !== null) queue.push(rootPlace)
  for (const place of queue) {
    const container = place.value
    if (place.depth > bounds.maxDepth) {
      refuse("value_error", place, `must not be nested deeper than ${bounds.maxDepth} levels`)
      return { issues, bounded: false }
    }
    if (Array.isArray(container)) {
      for (let index = 0; index < container.length && values <= bounds.maxValues; index++) {
        visit(container[index], place, index)
      }
    } else if (typeof container === "object" && container !== null) {
      for (const [key, value] of Object.entries(container)) {
        if (!isStorable(key)) refuse("value_error", place, `has a name that contains U+0000 or a lone surrogate`)
        visit(value, place, key)
      }
    }
    if (values > bounds.maxValues) {
      refuse("too_long", rootPlace, `must have at most ${bounds.maxValues} values`)
      return { issues, bounded: false }
    }
  }
  return { issues, bounded: true }
}

/** The position of a value. The root has no parent and adds nothing to the path. */
interface Place {
  readonly value: unknown
  readonly parent: Place | undefined
  readonly key: string | number
  readonly depth: number
}

const placed = (value: unknown, parent: Place | undefined, key: string | number): Place => ({
  value,
  parent,
  key,
  depth: parent === undefined ? 1 : parent.depth + 1
})

const pathOf = (place: Place): Issue["path"] => (place.parent === undefined ? [] : [...pathOf(place.parent), place.key])
