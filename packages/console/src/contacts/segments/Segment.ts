import { call } from "../../api/Client.ts"
import type { AnswerOf } from "../../api/Operation.ts"

export type Segment = AnswerOf<"GET /v1/segments/:segment_uuid">

/** Returns the confirmation for archiving a segment. */
export const archiving = ({ name, uuid }: Segment) => ({
  title: `Archive ${name}?`,
  verb: "Archive",
  act: () => call("DELETE /v1/segments/:segment_uuid", { params: { segment_uuid: uuid } }),
  done: "The segment is archived",
  children: "You can still view it, but no longer change or use it."
})
