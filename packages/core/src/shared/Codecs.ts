import { type DateTime, Schema, SchemaAST } from "effect"

/** The schemas by which a wire or a table encodes what all entities have. */
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

/** {@link encodedAs} of members. */
export type EncodedMembers<Members, C extends Codecs> = {
  readonly [Name in keyof Members]: Members[Name] extends Schema.Top ? EncodedAs<Members[Name], C> : never
}

/** Members with the timestamps and booleans among them encoded by other schemas. Optional members stay as they are. */
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
