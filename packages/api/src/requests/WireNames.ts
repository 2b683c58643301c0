import { isoText, type SnakeCase, snakeKeys } from "@rollcall/core/shared"
import { DateTime, type Schema, String, Struct } from "effect"

/** Returns the names of the library by those on the wire: `phoneNumber` by `phone_number`. */
export function byWireName<const Name extends string>(
  names: ReadonlyArray<Name>
): { readonly [N in Name as SnakeCase<N>]: N }
export function byWireName(names: ReadonlyArray<string>): { readonly [name: string]: string } {
  return Object.fromEntries(names.map((name) => [String.camelToSnake(name), name]))
}

/** Members by their names on the wire. */
type OnWire<Members> = { readonly [Name in keyof Members & string as SnakeCase<Name>]: Members[Name] }

/** Values of members, each of which may be encoded already. */
type Given<Members extends Schema.Struct.Fields> = {
  readonly [Name in keyof Schema.Struct.Type<Members>]: Name extends keyof Members
    ? Members[Name]["Type"] | Members[Name]["Encoded"]
    : never
}

/** A resource, whose members have the names of the library, in snake_case. */
interface Spelled<Members extends Schema.Struct.Fields> {
  /** The fields of its schema. */
  readonly fields: OnWire<Members>
  /**
   * Returns what the schema encodes of a value with these members, without a walk over it: instants become ISO 8601,
   * and all other members have to be JSON already.
   */
  readonly encode: (value: Given<Members>) => Schema.Struct.Encoded<OnWire<Members>>
}

/** Spells a resource on the wire by its members as the library names them. */
export function spelled<const Members extends Schema.Struct.Fields>(members: Members): Spelled<Members>
export function spelled(members: Schema.Struct.Fields) {
  const spellings = snakeKeys(Struct.keys(members))
  const names = Object.entries(spellings)
  return {
    fields: Struct.renameKeys(members, spellings),
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
