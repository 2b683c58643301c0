import { BroadcastUuid, Deliveries } from "@rollcall/core"
import {
  BroadcastSpans,
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

/** Binds the reads of broadcasts and recipients. */
export const deliveries = area(Deliveries, {
  get: { takes: [broadcast] },
  follow: { leftOut: "It is a stream: `get` returns the same at one moment." },
  timeseries: { takes: [broadcast, Schema.UndefinedOr(BroadcastSpans)] },
  recipients: { takes: [broadcast, RecipientsOfBroadcast], pagesBy: "cursor" },
  list: { takes: [RecipientsOfWorkspace], pagesBy: "cursor" }
})
