import { call } from "../../api/Client.ts"
import type { AnswerOf } from "../../api/Operation.ts"

/** A segment as the API answers it. */
export type Segment = AnswerOf<"GET /v1/segments/:segment_uuid">

/** What is asked before a segment is archived. */
export const archiving = ({ name, uuid }: Segment) => ({
  title: `Archive ${name}?`,
  verb: "Archive",
  act: () => call("DELETE /v1/segments/:segment_uuid", { params: { segment_uuid: uuid } }),
  done: "The segment is archived",
  children: "You can still view it, but no longer change or use it."
})
