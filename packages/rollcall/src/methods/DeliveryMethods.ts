import { BroadcastUuid, Deliveries } from "@rollcall/core"
import {
  BroadcastSpans,
  HeldOptOuts,
  RecipientsOfBroadcast,
  RecipientsOfWorkspace,
  TestRequest,
  TestSends
} from "@rollcall/core/sending"
import { Schema } from "effect"
import { area } from "./Methods.ts"

const broadcast = ["uuid", BroadcastUuid] as const

/** Binds test sends. */
export const testSends = area(TestSends, { test: { takes: [broadcast, TestRequest] } })

/** Binds the decisions about held opt-outs. */
export const heldOptOuts = area(HeldOptOuts, {
  applyOptOuts: { takes: [broadcast] },
  dismissOptOuts: { takes: [broadcast] },
  report: { leftOut: "It is for the workers." }
})

/** Binds the reads of broadcasts and recipients. */
export const deliveries = area(Deliveries, {
  get: { takes: [broadcast] },
  follow: { leftOut: "It is a stream: `get` returns the same at one moment." },
  timeseries: { takes: [broadcast, Schema.UndefinedOr(BroadcastSpans)] },
  recipients: { takes: [broadcast, RecipientsOfBroadcast], pagesBy: "cursor" },
  list: { takes: [RecipientsOfWorkspace], pagesBy: "cursor" }
})
