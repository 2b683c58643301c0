import { Predicate } from "effect"
import { SqlError } from "effect/sql"

type Props = { readonly cause: unknown; readonly operation: string }

/** The errors for SQLSTATE codes and classes. This package's driver uses the same classification. */
const reasons: ReadonlyArray<readonly [prefix: string, reason: (props: Props) => SqlError.SqlErrorReason]> = [
  ["08", (props) => new SqlError.ConnectionError(props)],
  ["28", (props) => new SqlError.AuthenticationError(props)],
  ["42501", (props) => new SqlError.AuthorizationError(props)],
  ["42", (props) => new SqlError.SqlSyntaxError(props)],
  ["23505", (props) => new SqlError.UniqueViolation({ ...props, constraint: constraintOf(props.cause) })],
  ["23", (props) => new SqlError.ConstraintError(props)],
  ["40P01", (props) => new SqlError.DeadlockError(props)],
  ["40001", (props) => new SqlError.SerializationError(props)],
  ["55P03", (props) => new SqlError.LockTimeoutError(props)],
  ["57014", (props) => new SqlError.StatementTimeoutError(props)]
]

/**
 * Returns the server's error from an error thrown by a host's client: `pg` throws the server's error itself, other
 * clients wrap it. An error without a SQLSTATE becomes a `ConnectionError`.
 */
export const toSqlError = (thrown: unknown, operation = "query"): SqlError.SqlError => {
  const cause = serverErrorOf(thrown)
  if (cause === undefined)
    return new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: thrown, operation }) })
  const [, reason] = reasons.find(([prefix]) => cause.code.startsWith(prefix)) ?? []
  const props = { cause, operation }
  return new SqlError.SqlError({ reason: reason === undefined ? new SqlError.UnknownError(props) : reason(props) })
}

/** Returns the SQLSTATE of an error made by {@link toSqlError}. */
export const sqlStateOf = ({ reason }: SqlError.SqlError): string | undefined => serverErrorOf(reason.cause)?.code

interface ServerError {
  readonly code: string
  readonly constraint?: unknown
}

const isServerError = (error: unknown): error is ServerError =>
  Predicate.hasProperty(error, "code") && typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code)

/**
 * Finds the server's error. Prisma's error has the same members with Prisma's own code, `P2010`, and the server's error
 * in `meta`. Drizzle's error has the server's error in `cause`.
 */
const serverErrorOf = (error: unknown): ServerError | undefined => {
  for (let each = error, depth = 0; depth < 5 && Predicate.isObject(each); depth++) {
    if (isServerError(each["meta"])) return each["meta"]
    if (isServerError(each)) return each
    each = each["cause"]
  }
  return undefined
}

const constraintOf = (cause: unknown): string =>
  Predicate.hasProperty(cause, "constraint") && typeof cause.constraint === "string" ? cause.constraint : "unknown"
