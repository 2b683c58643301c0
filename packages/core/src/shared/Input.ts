import { Predicate, Schema, SchemaAST, type SchemaIssue } from "effect"
import { issue, type Issue, IssueCode } from "./Issue.ts"
import { isLonger } from "./Text.ts"

/** A member of an input that may be left out, or be null where an input is read from JSON. */
export const given = <S extends Schema.Constraint>(schema: S) => Schema.optional(Schema.NullOr(schema))

/** Checks that a text has at most so many characters (W8). `Schema.isMaxLength` counts the units of the string. */
export const isMaxCharacters = (maxLength: number) =>
  Schema.makeFilter((text: string) => !isLonger(text, maxLength), {
    issueType: "too_long",
    message: `must have at most ${maxLength} characters`,
    toJsonSchema: () => ({ maxLength })
  })

/** What a schema found wrong in one place. It never repeats the value that was given. */
interface SchemaProblem {
  readonly path: ReadonlyArray<PropertyKey>
  /** The kind of problem, such as `string_type` or `too_long`. */
  readonly type: string
  readonly message: string
}

/** Returns every problem that a schema found, with what it is about in words. */
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
      return issue.issues.length > 0
        ? issue.issues.flatMap((inner) => schemaProblems(inner, path))
        : found(wrongType(SchemaAST.toEncoded(issue.ast)))
    case "Filter":
      return issue.issue._tag === "InvalidValue" ? found(failedCheck(issue)) : schemaProblems(issue.issue, path)
    case "InvalidType":
      return found(wrongType(issue.ast))
    case "MissingKey":
      return found({ type: "missing", message: "is required" })
    case "InvalidValue":
      return found(annotated(issue.annotations) ?? notAccepted)
    case "UnexpectedKey":
      return found({ type: "value_error", message: "is not a known member" })
    case "Forbidden":
    case "OneOf":
      return found(notAccepted)
  }
}

/** Returns every problem that a schema found as an issue of the library. */
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

/** A check or a transformation may say itself what its failure is called: `issueType` and `message`. */
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
  const own = annotated(filter.annotations)
  if (own !== undefined) return own
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
