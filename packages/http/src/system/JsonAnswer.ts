import type { Schema } from "effect"
import { HttpServerResponse } from "effect/http"

/**
 * Makes answers of values of a schema, or of what it encodes of them, without a walk over them: `JSON.stringify` writes
 * what the schema would encode. That holds for schemas whose values are JSON but for instants, which write themselves as
 * ISO 8601.
 */
export const jsonAnswer =
  <S extends Schema.Top>(_schema: S, status = 200) =>
  (value: S["Type"] | S["Encoded"]): HttpServerResponse.HttpServerResponse =>
    HttpServerResponse.jsonUnsafe(value, { status })
