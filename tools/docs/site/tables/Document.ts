import { Api } from "@rollcall/api"
import { Schema } from "effect"
import { OpenApi } from "effect/http-api"

const Answer = Schema.Struct({ description: Schema.String })

const Operation = Schema.Struct({
  operationId: Schema.String,
  summary: Schema.optional(Schema.String),
  tags: Schema.Array(Schema.String),
  responses: Schema.Record(Schema.String, Answer)
})

const Member = Schema.Struct({ description: Schema.optional(Schema.String) })

const Document = Schema.Struct({
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  components: Schema.Struct({
    schemas: Schema.Record(
      Schema.String,
      Schema.Struct({ properties: Schema.optional(Schema.Record(Schema.String, Member)) })
    )
  })
})

/** An operation of the API, with its documented responses. */
export interface DocumentedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly tag: string
  readonly answers: ReadonlyArray<{ readonly status: string; readonly description: string }>
}

/** Reads the parts of the API's document from which pages are written. */
export const readDocument = () => {
  const { components, paths } = Schema.decodeUnknownSync(Document)(OpenApi.fromApi(Api))
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses, summary = "", tags }]): DocumentedOperation => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      summary,
      tag: tags[0] ?? "",
      answers: Object.entries(responses).map(([status, { description }]) => ({ status, description }))
    }))
  )
  return { operations, schemas: components.schemas }
}
