import type { createRollcall } from "rollcall"
import { openAt } from "../dispatch/Open.ts"
import { reminders } from "../Reminders.ts"
import type { Place } from "../using/Hosts.ts"

/** The largest audience that is resolved in its request: in two steps. */
const inRequest = 1_500

/** How long after its last step the resolution of a process that died is due. */
const settings = {
  audiences: { inRequest, sweepEvery: "20 millis", dueAfter: "1 second", maxAttempts: 1_000 },
  dispatch: { rate: { perSecond: 100_000, burst: 100_000 }, lease: "2 seconds", sweepEvery: "100 millis" }
} as const

/** Opens Rollcall at a place. Without workers it resolves only what is accepted in it, and sends nothing. */
export const openResolving = (
  place: Place,
  channel: Parameters<typeof createRollcall>[0]["channel"],
  { workers }: { readonly workers: boolean }
) => openAt(place, { channel, settings, workers })

const { recipients: _, ...head } = reminders(0)

const parameters = { body: { name: { field: "firstName", fallback: "there" }, time: { value: "9:30" } } }

/** When broadcasts begin that are never sent. */
export const never = "2999-01-01T00:00:00Z"

/** A broadcast to the contacts of a list, which is never sent. It has its name as its key. */
export const reminderTo = (name: string, list: string) => ({
  ...head,
  name,
  clientUniqueIdentifier: name,
  scheduledFor: never,
  audience: { include: [{ contactListUuid: list }], parameters }
})

/** A broadcast to the contacts of a list and to some others, without some. */
export const reminderToUnion = (
  name: string,
  audience: { readonly list: string; readonly others: Array<string>; readonly without: Array<string> }
) => ({
  ...head,
  name,
  audience: {
    include: [{ contactListUuid: audience.list }, { contactUuids: audience.others }],
    exclude: [{ contactUuids: audience.without }],
    parameters
  }
})
