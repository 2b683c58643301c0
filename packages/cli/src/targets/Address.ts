import { DatabaseUrl, refuseDatabase, variable, variables } from "../serve/index.ts"
import type { StorageError } from "@rollcall/core"
import { Effect, Option, Redacted, Schema } from "effect"
import { asRefusal, type CommandRefused, refusal } from "../CommandRefused.ts"

/** The flags that select the target of a command. */
export interface AddressFlags {
  readonly url: Option.Option<string>
  readonly token: Option.Option<Redacted.Redacted>
  readonly database: Option.Option<Redacted.Redacted>
  readonly workspace: Option.Option<string>
}

export interface ServerAddress {
  readonly url: string
  readonly token: Redacted.Redacted
}

/** A token that selects its workspace, and the flag or variable that it comes from. */
interface GivenToken {
  readonly value: Redacted.Redacted
  readonly origin: string
}

/**
 * A workspace of a database, selected by a token or by name. Default: the workspace `default`, which some commands create
 * if it doesn't exist.
 */
export interface DatabaseAddress {
  readonly url: DatabaseUrl
  /** The schema of a Postgres database. */
  readonly schema: string
  /** Whether the Postgres URL points to a pooler. */
  readonly pooled: boolean
  readonly workspace: Option.Option<string>
  readonly token: Option.Option<GivenToken>
  /** The flag or variable that the URL comes from. */
  readonly origin: string
}

export type Address = ({ readonly _tag: "Server" } & ServerAddress) | ({ readonly _tag: "Database" } & DatabaseAddress)

/** The URL of a server, without a query or credentials. */
const ServerUrl = Schema.String.check(
  Schema.makeFilter((text) => {
    const url = URL.parse(text)
    return (url?.protocol === "http:" || url?.protocol === "https:") && url.search === "" && url.username === ""
  })
)

/** A token that is valid in a header. */
const Token = Schema.RedactedFromValue(Schema.String.check(Schema.isPattern(/^[\x21-\x7e]+$/)))

/** The environment variables of commands, in the order of the help. */
export const commandVariables = {
  url: variable({
    name: "ROLLCALL_URL",
    meaning: "Server to use if neither --url nor --database is given.",
    otherwise: "none",
    schema: ServerUrl,
    fallback: undefined,
    expected: "an address such as https://rollcall.example.org"
  }),
  token: variable({
    name: "ROLLCALL_TOKEN",
    meaning: "Token to use if --token is not given. On a database, its workspace is used unless --workspace is given.",
    otherwise: "none",
    schema: Token,
    fallback: undefined,
    expected: "printable ASCII characters without a space",
    secret: true
  }),
  database: variable({
    name: "ROLLCALL_DATABASE_URL",
    meaning: "Database to use if neither a server nor --database is given.",
    otherwise: "none",
    schema: DatabaseUrl,
    fallback: undefined,
    expected: "sqlite:<file> or postgres://...",
    secret: true
  }),
  databaseSchema: variables.databaseSchema,
  databasePooled: variables.databasePooled
}

/** Reads the target of a command. A flag overrides the environment. Fails if two targets are given. */
export const readAddress = Effect.fn("Address.read")(function* (
  flags: AddressFlags
): Effect.fn.Return<Address, CommandRefused> {
  if (Option.isSome(flags.url) && Option.isSome(flags.database)) {
    return yield* refusal("--url and --database cannot both be given")
  }
  if (Option.isSome(flags.database)) return { _tag: "Database", ...(yield* readFlag(flags.database.value, flags)) }
  const url = Option.isSome(flags.url)
    ? yield* decode(ServerUrl, flags.url.value, "--url must be an address such as https://rollcall.example.org")
    : yield* asRefusal(commandVariables.url.read)
  const database = yield* asRefusal(commandVariables.database.read)
  if (url === undefined && database === undefined) {
    return yield* refusal("a server (--url, ROLLCALL_URL) or a database (--database, ROLLCALL_DATABASE_URL) is needed")
  }
  if (url !== undefined && database !== undefined && Option.isNone(flags.url)) {
    return yield* refusal("ROLLCALL_URL and ROLLCALL_DATABASE_URL are both set. Give --url or --database")
  }
  if (url === undefined) {
    if (database === undefined) return yield* refusal(databaseExpected)
    return { _tag: "Database", ...(yield* inDatabase(database, flags, commandVariables.database.name)) }
  }
  if (Option.isSome(flags.workspace)) {
    return yield* refusal("--workspace requires --database. On a server, the token determines the workspace")
  }
  const token = Option.isSome(flags.token)
    ? yield* decode(Token, Redacted.value(flags.token.value), "--token must be printable ASCII without a space")
    : yield* asRefusal(commandVariables.token.read)
  if (token === undefined) return yield* refusal("a token is needed for a server: --token or ROLLCALL_TOKEN")
  return { _tag: "Server", url, token }
})

/** Reads the database of a command that doesn't work on a server. `why` ends the error message if no database is given. */
export const readDatabase = Effect.fn("Address.readDatabase")(function* (
  flags: AddressFlags,
  why: string
): Effect.fn.Return<DatabaseAddress, CommandRefused> {
  if (Option.isSome(flags.url)) return yield* refusal(`--url: a database (--database) is needed: ${why}`)
  if (Option.isSome(flags.database)) return yield* readFlag(flags.database.value, flags)
  const { name, read } = commandVariables.database
  const url = yield* asRefusal(read)
  if (url === undefined) {
    return yield* refusal(`a database (--database, ${name}) is needed, such as --database sqlite:rollcall.db: ${why}`)
  }
  return yield* inDatabase(url, flags, name)
})

const readFlag = (database: Redacted.Redacted, flags: AddressFlags) =>
  Effect.flatMap(decode(DatabaseUrl, Redacted.value(database), databaseExpected), (url) =>
    inDatabase(url, flags, "--database")
  )

/** Reads which workspace of a database to use. A flag overrides the environment. */
const inDatabase = Effect.fnUntraced(function* (url: DatabaseUrl, { token, workspace }: AddressFlags, origin: string) {
  if (Option.isSome(token) && Option.isSome(workspace)) {
    return yield* refusal("--token and --workspace cannot both be given, because the token determines the workspace")
  }
  const { name, read } = commandVariables.token
  const fromEnvironment = Option.isSome(token) || Option.isSome(workspace) ? undefined : yield* asRefusal(read)
  const given = Option.match(token, {
    onNone: () => Option.map(Option.fromUndefinedOr(fromEnvironment), (value) => ({ value, origin: name })),
    onSome: (value) => Option.some({ value, origin: "--token" })
  })
  const schema = yield* asRefusal(commandVariables.databaseSchema.read)
  const pooled = yield* asRefusal(commandVariables.databasePooled.read)
  const address: DatabaseAddress = { url, schema, pooled, workspace, token: given, origin }
  return address
})

/** Makes a function that fails the command because of an error of the store. */
export const refuseStore =
  ({ origin, url }: DatabaseAddress) =>
  (error: StorageError) =>
    refusal(refuseDatabase(url, error, origin).message)

const databaseExpected = "--database must be sqlite:<file> or postgres://..."

const decode = <A>(schema: Schema.Codec<A, string>, text: string, expected: string) =>
  Effect.mapError(Schema.decodeUnknownEffect(schema)(text), () => refusal(expected))
