import type { WireIssue } from "@rollcall/api"
import { Predicate, SchemaAST, type SchemaIssue } from "effect"
import { placeOf } from "@rollcall/core/storage"

/**
 * Every issue that a schema found, as the wire names it (W4). Values that were given are never repeated.
 */
export const toIssues = (
  issue: SchemaIssue.Issue,
  location: WireIssue["in"],
  path: ReadonlyArray<PropertyKey> = []
): ReadonlyArray<WireIssue> => {
  const found = (kind: Kind): ReadonlyArray<WireIssue> => [{ ...kind, in: location, field: placeOf(path) }]
  switch (issue._tag) {
    case "Pointer":
      return toIssues(issue.issue, location, [...path, ...issue.path])
    case "Encoding":
      return toIssues(issue.issue, location, path)
    case "Composite":
      return issue.issues.flatMap((inner) => toIssues(inner, location, path))
    case "AnyOf":
      return issue.issues.length > 0
        ? issue.issues.flatMap((inner) => toIssues(inner, location, path))
        : found(wrongType(SchemaAST.toEncoded(issue.ast), location))
    case "Filter":
      return issue.issue._tag === "InvalidValue" ? found(failedCheck(issue)) : toIssues(issue.issue, location, path)
    case "InvalidType":
      return found(wrongType(issue.ast, location))
    case "MissingKey":
      return found({ type: "missing", msg: "is required" })
    case "InvalidValue":
      return found(annotated(issue.annotations) ?? notAccepted)
    case "UnexpectedKey":
    case "Forbidden":
    case "OneOf":
      return found(notAccepted)
  }
}

/** An issue in the body, where nearly all of them are. */
export const inBody = (type: string, field: string, msg: string): WireIssue => ({ type, in: "body", field, msg })

type Kind = Pick<WireIssue, "type" | "msg">

const notAccepted: Kind = { type: "value_error", msg: "is not an accepted value" }

/** A check or a transformation may say itself what its failure is called: `issueType` and `message`. */
const annotated = (annotations: Readonly<Record<string, unknown>> | undefined): Kind | undefined => {
  const message = annotations?.["message"]
  if (typeof message !== "string") return undefined
  const type = annotations?.["issueType"]
  return { type: typeof type === "string" ? type : "value_error", msg: message }
}

const wrongType = (ast: SchemaAST.AST, location: WireIssue["in"]): Kind => {
  // What a URL gives is text, or a list of texts where a parameter was repeated.
  if (location === "query" && ast._tag === "String") return { type: "value_error", msg: "must be given once" }
  switch (ast._tag) {
    case "String":
      return { type: "string_type", msg: "must be a string" }
    case "Number":
      return { type: "int_type", msg: "must be an integer" }
    case "Boolean":
      return { type: "bool_type", msg: "must be true or false" }
    case "Arrays":
      return { type: "list_type", msg: "must be a list" }
    case "Objects":
      return { type: "dict_type", msg: "must be an object" }
    case "Literal":
      return { type: "enum", msg: `must be ${JSON.stringify(ast.literal)}` }
    case "Union": {
      const members = ast.types.filter((member) => member._tag !== "Null")
      const literals = members.flatMap((member) => (member._tag === "Literal" ? [String(member.literal)] : []))
      if (literals.length === members.length) return { type: "enum", msg: `must be one of ${literals.join(", ")}` }
      return members[0] === undefined ? notAccepted : wrongType(members[0], location)
    }
    default:
      return notAccepted
  }
}

const failedCheck = ({ filter, issue, ...rest }: SchemaIssue.Filter): Kind => {
  const own = annotated(filter.annotations)
  if (own !== undefined) return own
  const { id, payload } = representation(filter.annotations)
  switch (id) {
    case "effect/schema/isGUID":
    case "effect/schema/isUUID":
      return { type: "uuid_parsing", msg: "must be a UUID" }
    case "effect/schema/isInt":
      return { type: "int_type", msg: "must be an integer" }
    case "effect/schema/isMinLength":
      return { type: "too_short", msg: `must have at least ${amount(payload["minLength"], rest.input)}` }
    case "effect/schema/isMaxLength":
      return { type: "too_long", msg: `must have at most ${amount(payload["maxLength"], rest.input)}` }
    case "effect/schema/isGreaterThanOrEqualTo":
      return { type: "greater_than_equal", msg: `must be at least ${String(payload["minimum"])}` }
    case "effect/schema/isLessThanOrEqualTo":
      return { type: "less_than_equal", msg: `must be at most ${String(payload["maximum"])}` }
    default:
      return annotated(issue._tag === "InvalidValue" ? issue.annotations : undefined) ?? notAccepted
  }
}

/** What a built-in check calls itself, and what it was made with. */
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
