import { randomBytes } from "node:crypto"
import { Schema } from "effect"
import { prefix } from "../Deployment.ts"
import { until } from "../Load.ts"
import { require, type Step } from "../Step.ts"

const Accepted = Schema.Struct({ uuid: Schema.String })

const broadcast = {
  channel_type: "chatapp",
  name: "Reminders",
  template_name: "appointment_reminder",
  from: "493090180",
  parameters: { body_order: ["name", "time"] },
  recipients: [{ identifier: "4930901820", parameters: { body: { name: "Ada", time: "9:30" } } }]
}

/** The minimum spans in a broadcast's trace. */
const parts = [`POST ${prefix}/broadcasts`, "Broadcasts.create", "send chatapp", "receipts"]

/** Checks that a broadcast is one trace, which begins with the request through the proxy. */
export const trace: Step = {
  name: "one trace from a request through the proxy to its receipts",
  run: async ({ collector, proxy }) => {
    const [traceId, caller] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")]
    const headers = { traceparent: `00-${traceId}-${caller}-01` }
    const answer = await proxy.ask("POST", `${prefix}/broadcasts`, broadcast, headers)
    require(answer.status === 202, "POST /broadcasts", answer)
    const { uuid } = Schema.decodeUnknownSync(Accepted)(answer.body)
    const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId)
    const namesSeen = () => new Set(ofTrace().map(({ name }) => name))
    const waited = await until(`spans of the trace: ${parts.join(", ")}`, () =>
      parts.every((part) => namesSeen().has(part))
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}, but ${[...namesSeen()].join(", ")}`)
    })
    const request = ofTrace().find(({ name }) => name === parts[0])
    require(request?.parentSpanId === caller, "the parent of the request", request)
    return [`broadcast ${uuid}: ${ofTrace().length} spans within ${waited} ms: ${[...namesSeen()].join(", ")}`]
  }
}
