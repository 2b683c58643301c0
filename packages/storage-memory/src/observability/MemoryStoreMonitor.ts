import { refKey } from "@rollcall/core/sending"
import type { SchemaAge, Workload } from "@rollcall/core/operations"
import { Delivery, isOver, StoreMonitor, type WorkKind } from "@rollcall/core/storage"
import { DateTime, Effect, Option } from "effect"
import { storeLayer } from "../database/Database.ts"
import { firstDueAt } from "../database/MemoryDueWork.ts"
import type { Tables } from "../database/Tables.ts"
import { rangeOf } from "../events/EventRows.ts"

/** The {@link StoreMonitor} port over tables in memory. Its schema is always current, and a measurement reads every row. */
export const layer = storeLayer(StoreMonitor, ({ read, write }) => ({
  schemaAge: Effect.succeed<SchemaAge>("current"),
  workload: Effect.flatMap(DateTime.now, (now) => read((tables) => workloadOf(tables, now.epochMilliseconds))),
  connections: Effect.succeed(null),
  keepTrace: ({ uuid, workspace }, traceparent) => write(({ traces }) => traces.set(workspace, uuid, traceparent)),
  traceOf: ({ uuid, workspace }) => read((tables) => Option.fromUndefinedOr(tables.traces.get(workspace, uuid)))
}))

/** Maximum recipients of unknown outcome that are counted. */
const mostUnknown = 10_000

const workloadOf = (tables: Tables, now: number): Workload => {
  const lagOf = (since: number) => Math.max(0, now - since)
  const lag = (kind: WorkKind) => lagOf(firstDueAt(tables, kind))
  const broadcasts = tables.broadcasts.all().filter(({ isStaged }) => !isStaged)
  const unended = new Set(
    broadcasts.flatMap(({ broadcast: { status, uuid, workspaceUuid } }) =>
      isOver(status) ? [] : [refKey({ workspace: workspaceUuid, broadcast: uuid })]
    )
  )
  const inStatus = (status: string) => broadcasts.filter(({ broadcast }) => broadcast.status === status).length
  const deliveries = tables.deliveries.all()
  const { delivered, failed, read, rejected, sent, unfinished } = Delivery.countersOf(
    deliveries.filter((row) => unended.has(refKey(Delivery.broadcastOf(row))))
  )
  const webhooks = tables.webhooks.all()
  const enabled = webhooks.filter(({ webhook }) => webhook.status === "enabled").map(({ webhook }) => webhook)
  const retries = webhooks.flatMap(({ due }) => (due.at === null ? [] : [due.at.epochMilliseconds]))
  const firstAfter = (cursor: string | null, { last, removed }: ReturnType<typeof rangeOf>) => {
    const next = (cursor === null ? removed : Number(cursor)) + 1
    return next > last ? null : String(next)
  }
  const oldest = enabled.flatMap(({ cursor, workspaceUuid }) => {
    const number = firstAfter(cursor, rangeOf(tables, workspaceUuid))
    const event = number === null ? undefined : tables.events.get(workspaceUuid, number)
    return event === undefined ? [] : [event.at.epochMilliseconds]
  })
  return {
    lag: {
      broadcasts: lag("broadcasts"),
      resolutions: lag("resolutions"),
      staged: lag("staged"),
      leases: lag("leases"),
      imports: lag("imports"),
      webhooks: lagOf(Math.min(...retries)),
      inbox: lag("inbox"),
      erasures: lag("erasures"),
      jobs: lag("jobs")
    },
    broadcasts: {
      resolving: inStatus("resolving"),
      scheduled: inStatus("scheduled"),
      sending: inStatus("sending"),
      paused: inStatus("paused")
    },
    recipients: { sent, delivered, read, rejected, failed, unfinished },
    unknown: Math.min(mostUnknown, deliveries.filter(({ status }) => status === "unknown").length),
    webhooks: {
      enabled: enabled.length,
      failing: enabled.filter(({ failure }) => failure !== null).length,
      disabled: webhooks.length - enabled.length
    },
    webhookLag: lagOf(Math.min(...oldest))
  }
}
