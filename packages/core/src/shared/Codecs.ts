import { type DateTime, Schema, SchemaAST } from "effect"

/** The schemas that encode timestamps and booleans in a wire format or a table. */
interface Codecs {
  readonly timestamp: Schema.Top & { readonly Type: DateTime.Utc }
  readonly boolean: Schema.Top & { readonly Type: boolean }
}

type IsSame<A, B> = [A, B] extends [B, A] ? true : false

type EncodedAs<S extends Schema.Top, C extends Codecs> = "optional" extends S["~type.optionality"]
  ? S
  : IsSame<S["Type"], DateTime.Utc> extends true
    ? C["timestamp"]
    : IsSame<S["Type"], DateTime.Utc | null> extends true
      ? Schema.NullOr<C["timestamp"]>
      : IsSame<S["Type"], boolean> extends true
        ? C["boolean"]
        : S

/** The type of the members that {@link encodedAs} returns. */
export type EncodedMembers<Members, C extends Codecs> = {
  readonly [Name in keyof Members]: Members[Name] extends Schema.Top ? EncodedAs<Members[Name], C> : never
}

/**
 * Returns members with their timestamps and booleans encoded by other schemas. Optional members, and members that have
 * an encoding, are unchanged.
 */
export function encodedAs<Members extends Schema.Struct.Fields, const C extends Codecs>(
  members: Members,
  codecs: C
): EncodedMembers<Members, C>
export function encodedAs(members: { readonly [name: string]: Schema.Top }, { boolean, timestamp }: Codecs) {
  const encoded = (schema: Schema.Top): Schema.Top => {
    const { ast } = schema
    if (ast.encoding !== undefined || ast.context?.isOptional === true) return schema
    if (SchemaAST.isBoolean(ast)) return boolean
    if (isTimestamp(ast)) return timestamp
    const isNullable = SchemaAST.isUnion(ast) && ast.types.length === 2 && ast.types.some(SchemaAST.isNull)
    return isNullable && ast.types.some(isTimestamp) ? Schema.NullOr(timestamp) : schema
  }
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, encoded(schema)]))
}

const { annotations } = Schema.DateTimeUtc.ast

const isTimestamp = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isDeclaration(ast) && ast.annotations?.["representation"] === annotations?.["representation"]
