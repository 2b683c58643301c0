import { Effect, Result, Schema, SchemaIssue, SchemaParser } from "effect"

/** The number of items to process before yielding to other work: a few milliseconds. */
export const sliceSize = 200

/** Decodes a list in slices. Decoding tens of thousands of items at once would block the process for a second. */
export const slicedList = <Item extends Schema.ConstraintDecoder<unknown>>(item: Item) =>
  Schema.declareConstructor<ReadonlyArray<Item["Type"]>, ReadonlyArray<Item["Encoded"]>>()([item], ([codec]) => {
    const decodeItem = SchemaParser.decodeUnknownResult(codec)
    return Effect.fnUntraced(function* (input, ast, options) {
      if (!Array.isArray(input)) return yield* Effect.fail(new SchemaIssue.InvalidType(anyList, input, options))
      const decoded: Array<Item["Type"]> = []
      const issues: Array<SchemaIssue.Issue> = []
      for (const [at, given] of input.entries()) {
        if (at % sliceSize === sliceSize - 1) yield* Effect.yieldNow
        const result = decodeItem(given, options)
        if (Result.isSuccess(result)) decoded.push(result.success)
        else issues.push(new SchemaIssue.Pointer([at], result.failure))
      }
      const [first, ...others] = issues
      return first === undefined
        ? decoded
        : yield* Effect.fail(new SchemaIssue.Composite(ast, [first, ...others], input, options))
    })
  })

const anyList = Schema.Array(Schema.Unknown).ast
