import type { AnswerOf } from "../../api/Operation.ts"

/** A segment as the API answers it. */
export type Segment = AnswerOf<"GET /v1/segments/:segment_uuid">
