import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { takeWalk } from "./Exchanges.ts"

const Examples = Schema.Record(Schema.String, Schema.Struct({ value: Schema.Json }))
const Content = Schema.Record(Schema.String, Schema.Struct({ examples: Schema.optionalKey(Examples) }))
const Body = Schema.Struct({ content: Schema.optionalKey(Content) })
const Operation = Schema.Struct({
  operationId: Schema.String,
  parameters: Schema.Array(Schema.Struct({ name: Schema.String, example: Schema.optionalKey(Schema.Json) })),
  requestBody: Schema.optionalKey(Body),
  responses: Schema.Record(Schema.String, Body)
})
const Document = Schema.fromJsonString(
  Schema.Struct({ paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)) })
)

/** Each has one media type: JSON, or a stream of messages whose data is. */
const valueOf = (body: typeof Body.Type | undefined, name: string) =>
  Object.values(body?.content ?? {})[0]?.examples?.[name]?.value ?? null

describe("the document's examples", () => {
  it("cover every operation, and a server responds to each as documented", async () => {
    const { document, operations, exchanges } = await takeWalk()
    for (const operation of operations) {
      assert.property(
        exchanges,
        operation,
        `add a step for ${operation} to packages/rollcall/test/examples, and run npm run docs`
      )
      // Nothing in these requests could be wrong.
      if (["health", "ready", "settings.get"].includes(operation)) continue
      assert.isNotNull(
        exchanges[operation]?.error,
        `add an error to the step of ${operation} in packages/rollcall/test/examples`
      )
    }
    const { paths } = Schema.decodeSync(Document)(document)
    for (const { operationId, parameters, requestBody, responses } of Object.values(paths).flatMap((path) =>
      Object.values(path)
    )) {
      const { error, success } = exchanges[operationId] ?? { error: null, success: null }
      const hint = `${operationId} is not answered as the document says: run npm run docs, and look at the difference`
      const shown = parameters.flatMap(({ example, name }) => (example === undefined ? [] : [[name, example]]))
      assert.deepStrictEqual(Object.fromEntries(shown), success?.parameters, hint)
      assert.deepStrictEqual(valueOf(requestBody, "success"), success?.body, hint)
      assert.property(responses, String(success?.status), hint)
      assert.deepStrictEqual(valueOf(responses[success?.status ?? ""], "success"), success?.answer, hint)
      if (error !== null) assert.deepStrictEqual(valueOf(responses[error.status], "error"), error.answer, hint)
    }
  })
})
