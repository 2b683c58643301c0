import { counter, gauge, histogram, type Measured } from "./Series.ts"

/** The bucket bounds of request durations, in seconds. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * The metrics of Rollcall, with their names, units and labels. External names follow OpenTelemetry's conventions; the
 * messaging conventions may still change. Labels never hold a workspace, a person, an address or a token.
 */
export const metrics = {
  ready: gauge({
    name: "rollcall.ready",
    unit: null,
    help: "1 if the process should receive requests, otherwise 0. The same answer as /ready.",
    labels: []
  }),
  requests: histogram({
    name: "http.server.request.duration",
    unit: "s",
    help: "The duration and number of requests to the HTTP API.",
    labels: ["http.request.method", "http.route", "http.response.status_code"],
    boundaries: durations
  }),
  sends: histogram({
    name: "messaging.client.operation.duration",
    unit: "s",
    help: "How long the channel took to accept or refuse a message. Accepted messages have no error.type.",
    labels: ["messaging.operation.name", "messaging.system", "error.type"],
    boundaries: durations
  }),
  sent: counter({
    name: "messaging.client.sent.messages",
    unit: null,
    help: "Messages that the channel was asked to send. Accepted messages have no error.type.",
    labels: ["messaging.operation.name", "messaging.system", "error.type"]
  }),
  groups: histogram({
    name: "rollcall.send.group.messages",
    unit: null,
    help: "How many messages were sent at once.",
    labels: ["messaging.system"],
    boundaries: [1, 2, 5, 10, 20, 50, 100, 200, 500]
  }),
  rateWaits: counter({
    name: "rollcall.send.wait",
    unit: "s",
    help: "How long workers waited for permits of a sender that reached its rate limit or is limited by the provider.",
    labels: ["messaging.system"]
  }),
  limited: counter({
    name: "rollcall.broadcasts.limited",
    unit: null,
    help: "How often a broadcast began to wait because the provider limits its sender.",
    labels: ["reason"]
  }),
  paused: counter({
    name: "rollcall.broadcasts.paused",
    unit: null,
    help: "How often a broadcast was paused because of an error that affects every recipient.",
    labels: ["messaging.system"]
  }),
  receipts: counter({
    name: "rollcall.receipts",
    unit: null,
    help: "Delivery receipts that channels reported.",
    labels: ["messaging.system", "status"]
  }),
  importRows: counter({
    name: "rollcall.import.rows",
    unit: null,
    help: "Imported rows by their outcome.",
    labels: ["outcome"]
  }),
  deliveries: histogram({
    name: "rollcall.webhook.delivery.duration",
    unit: "s",
    help: "How long an endpoint took to answer an event. Received events have no error.type.",
    labels: ["error.type"],
    boundaries: durations
  }),
  failures: counter({
    name: "rollcall.background.failures",
    unit: null,
    help: "Iterations of background work that failed.",
    labels: ["loop"]
  }),
  storeUp: gauge({
    name: "rollcall.store.up",
    unit: null,
    help: "1 if the store returned the values below, otherwise 0. At 0, the values are absent.",
    labels: []
  }),
  lag: gauge({
    name: "rollcall.work.lag",
    unit: "s",
    help: "How long the oldest work of a kind has been due. 0 if nothing is due. Covers the whole store.",
    labels: ["kind"]
  }),
  broadcasts: gauge({
    name: "rollcall.broadcasts",
    unit: null,
    help: "Unfinished broadcasts by status. Covers the whole store.",
    labels: ["status"]
  }),
  recipients: gauge({
    name: "rollcall.recipients",
    unit: null,
    help: "Recipients of unfinished broadcasts by status. A read message also counts as delivered and sent. Covers the whole store.",
    labels: ["state"]
  }),
  unknown: gauge({
    name: "rollcall.recipients.unknown",
    unit: null,
    help: "Recipients whose message the channel may or may not have accepted, up to 10,000. Covers the whole store.",
    labels: []
  }),
  webhooks: gauge({
    name: "rollcall.webhooks",
    unit: null,
    help: "Webhooks that are enabled, failing (also counted as enabled) or disabled. Covers the whole store.",
    labels: ["state"]
  }),
  webhookLag: gauge({
    name: "rollcall.webhooks.lag",
    unit: "s",
    help: "The age of the oldest event that an enabled webhook has not sent yet. 0 if there is none. Covers the whole store.",
    labels: []
  }),
  connections: gauge({
    name: "rollcall.store.connections",
    unit: null,
    help: "Connections of the process to its database, in use and idle. Absent without a pool.",
    labels: ["state"]
  }),
  waiting: gauge({
    name: "rollcall.store.connections.waiting",
    unit: null,
    help: "Calls that wait for a connection. Absent without a pool.",
    labels: []
  }),
  connectionLimit: gauge({
    name: "rollcall.store.connections.limit",
    unit: null,
    help: "The maximum number of connections that the process opens. Absent without a pool.",
    labels: []
  }),
  eventLoopDelay: gauge({
    name: "nodejs.eventloop.delay",
    unit: "s",
    help: "The delay of the event loop: the median, the 99th percentile and the maximum since the previous reading.",
    labels: ["statistic"]
  }),
  eventLoopUse: gauge({
    name: "nodejs.eventloop.utilization",
    unit: null,
    help: "The share of time in which the event loop was busy, from 0 to 1, since the previous reading.",
    labels: []
  }),
  memory: gauge({
    name: "process.memory.usage",
    unit: "By",
    help: "The resident memory of the process.",
    labels: []
  }),
  cpu: counter({
    name: "process.cpu.time",
    unit: "s",
    help: "The processor time that the process has used.",
    labels: []
  })
}

/** All metrics, in the order of the documentation. */
export const allMetrics: ReadonlyArray<Measured> = Object.values(metrics)
