import { BroadcastUuid, type Deliveries } from "@rollcall/core"
import {
  BroadcastSpans,
  type HeldOptOuts,
  RecipientsOfBroadcast,
  RecipientsOfWorkspace,
  TestRequest,
  type TestSends
} from "@rollcall/core/sending"
import { Schema } from "effect"
import type { Calls } from "./Methods.ts"

const broadcast = ["uuid", BroadcastUuid] as const

/** Decoders for the arguments of test sends. */
export const testSends = {
  test: { takes: [broadcast, TestRequest] }
} as const satisfies Calls<TestSends["Service"]>

/** Decoders for the arguments of the held opt-out methods. */
export const heldOptOuts = {
  applyOptOuts: { takes: [broadcast] },
  dismissOptOuts: { takes: [broadcast] },
  report: { leftOut: "It is for the workers." }
} as const satisfies Calls<HeldOptOuts["Service"]>

/** Decoders for the arguments of the recipient methods. */
export const deliveries = {
  get: { takes: [broadcast] },
  follow: { leftOut: "It is a stream: `get` returns the same at one moment." },
  timeseries: { takes: [broadcast, Schema.UndefinedOr(BroadcastSpans)] },
  recipients: { takes: [broadcast, RecipientsOfBroadcast], pagesBy: "cursor" },
  list: { takes: [RecipientsOfWorkspace], pagesBy: "cursor" }
} as const satisfies Calls<Deliveries["Service"]>
