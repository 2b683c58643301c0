import {
  described,
  encodedAs,
  type EncodedMembers,
  isoText,
  sentenceOn,
  type SnakeCase,
  snakeKeys
} from "@rollcall/core/operations"
import { DateTime, Record, Schema, SchemaAST, String, Struct } from "effect"
import { Instant } from "./Codecs.ts"

/** Returns the library names by API name: `phoneNumber` by `phone_number`. */
export function byWireName<const Name extends string>(
  names: ReadonlyArray<Name>
): { readonly [N in Name as SnakeCase<N>]: N }
export function byWireName(names: ReadonlyArray<string>): { readonly [name: string]: string } {
  return Object.fromEntries(names.map((name) => [String.camelToSnake(name), name]))
}

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/** Renames the members of a body to their library names. */
export function fromWire<const Body extends object>(
  body: Body
): { readonly [Name in keyof Body as CamelCase<Name & string>]: Body[Name] }
export function fromWire(body: { readonly [name: string]: unknown }) {
  return Record.mapKeys(body, String.snakeToCamel)
}

/** How the API encodes members: timestamps are ISO 8601. */
const codecs = { timestamp: Instant, boolean: Schema.Boolean }

/** Members by their API names. */
type OnWire<Members> = {
  readonly [Name in keyof Members & string as SnakeCase<Name>]: EncodedMembers<Members, typeof codecs>[Name]
}

/** Values of members. Each may be encoded already. */
type Given<Members extends Schema.Struct.Fields> = {
  readonly [Name in keyof Schema.Struct.Type<Members>]: Name extends keyof Members
    ? Members[Name]["Type"] | Members[Name]["Encoded"]
    : never
}

/** A resource with the library's member names in snake_case. */
interface Spelled<Members extends Schema.Struct.Fields> {
  readonly fields: OnWire<Members>
  /** Encodes a value without traversing it. Timestamps become ISO 8601; all other members must be JSON already. */
  readonly encode: (value: Given<Members>) => Schema.Struct.Encoded<OnWire<Members>>
}

/** Makes a resource from library members and their descriptions. */
export function spelled<const Members extends Schema.Struct.Fields>(members: Members): Spelled<Members>
export function spelled(members: { readonly [name: string]: Schema.Top }): unknown {
  return spelling(members)
}

const spelling = (members: { readonly [name: string]: Schema.Top }) => {
  const spellings = snakeKeys(Struct.keys(members))
  const names = Object.entries(spellings)
  const encoded = Record.map(encodedAs(members, codecs), (schema, name) => {
    const sentence = members[name] && sentenceOn(members[name])
    return sentence === undefined ? schema : described(schema, sentence)
  })
  return {
    fields: Struct.renameKeys(encoded, spellings),
    encode: (value: { readonly [name: string]: unknown }) => {
      const resource: { [name: string]: unknown } = {}
      for (const [name, spelling] of names) {
        const member = value[name]
        if (member === undefined) continue
        resource[spelling] = DateTime.isDateTime(member) ? isoText(member) : member
      }
      return resource
    }
  }
}

/** Makes a union of resources with a `type` from the members of each type. */
export function spelledByType<
  const Members extends { readonly [type: string]: { readonly [name: string]: Schema.Top } }
>(
  members: Members
): {
  readonly schemas: ReadonlyArray<
    { readonly [Type in keyof Members]: Schema.Struct<OnWire<Members[Type]>> }[keyof Members]
  >
  readonly encode: (
    value: { readonly [Type in keyof Members]: Given<Members[Type]> }[keyof Members]
  ) => { readonly [Type in keyof Members]: Schema.Struct.Encoded<OnWire<Members[Type]>> }[keyof Members]
}
export function spelledByType(members: { readonly [type: string]: { readonly [name: string]: Schema.Top } }): unknown {
  const resources = Record.map(members, (fields) => spelling(fields))
  return {
    schemas: Object.values(resources).map(({ fields }) => Schema.Struct(fields)),
    encode: (value: { readonly type: string }) => resources[value.type]?.encode({ ...value })
  }
}

/** The type of a member in a request. JSON has no `undefined`. */
type Sent<Member> = Member extends Schema.optional<infer S> ? Schema.optionalKey<S> : Member

/** Returns the members of a library input as in a request. */
export function sent<Members extends Schema.Struct.Fields>(
  members: Members
): { readonly [Name in keyof Members]: Sent<Members[Name]> }
export function sent(members: { readonly [name: string]: Schema.Top }) {
  return Record.map(members, (member) => {
    const { ast } = member
    if (ast.context?.isOptional !== true || !SchemaAST.isUnion(ast)) return member
    const given = ast.types.filter((type) => !SchemaAST.isUndefined(type)).map((type) => Schema.make<Schema.Top>(type))
    const [schema = member] = given.length === 1 ? given : [Schema.Union(given)]
    return described(Schema.optionalKey(schema), sentenceOn(member) ?? "")
  })
}
