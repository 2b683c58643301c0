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

/** Returns the names of the library by their wire names: `phoneNumber` by `phone_number`. */
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

/** How the wire encodes members: timestamps are ISO 8601. */
const codecs = { timestamp: Instant, boolean: Schema.Boolean }

/** Members by their names in the API's format. */
type OnWire<Members> = {
  readonly [Name in keyof Members & string as SnakeCase<Name>]: EncodedMembers<Members, typeof codecs>[Name]
}

/** Values of members, each of which may be encoded already. */
type Given<Members extends Schema.Struct.Fields> = {
  readonly [Name in keyof Schema.Struct.Type<Members>]: Name extends keyof Members
    ? Members[Name]["Type"] | Members[Name]["Encoded"]
    : never
}

/** A resource. Its members have the names of the library, in snake_case. */
interface Spelled<Members extends Schema.Struct.Fields> {
  /** The fields of its schema. */
  readonly fields: OnWire<Members>
  /** Encodes a value without traversing it: timestamps become ISO 8601, and all other members must already be JSON. */
  readonly encode: (value: Given<Members>) => Schema.Struct.Encoded<OnWire<Members>>
}

/** Makes a resource from its library members and their descriptions. */
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

/** Makes a union of resources with a `type`, from the members of each. */
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

/** A member as a request gives it: JSON has no `undefined`. */
type Sent<Member> = Member extends Schema.optional<infer S> ? Schema.optionalKey<S> : Member

/** The members of an input of the library as requests give them. */
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
