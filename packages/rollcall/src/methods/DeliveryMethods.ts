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

/** How the methods of tests are called. */
export const testSends = {
  test: { takes: [broadcast, TestRequest] }
} as const satisfies Calls<TestSends["Service"]>

/** How the methods that decide about opt-outs are called. */
export const heldOptOuts = {
  applyOptOuts: { takes: [broadcast] },
  dismissOptOuts: { takes: [broadcast] },
  report: { leftOut: "It is for the workers." }
} as const satisfies Calls<HeldOptOuts["Service"]>

/** How the methods that read recipients are called. */
export const deliveries = {
  get: { takes: [broadcast] },
  follow: { leftOut: "It is a stream: `get` returns the same at one moment." },
  timeseries: { takes: [broadcast, Schema.UndefinedOr(BroadcastSpans)] },
  recipients: { takes: [broadcast, RecipientsOfBroadcast], pagesBy: "cursor" },
  list: { takes: [RecipientsOfWorkspace], pagesBy: "cursor" }
} as const satisfies Calls<Deliveries["Service"]>
