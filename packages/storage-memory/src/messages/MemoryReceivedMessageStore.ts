import type { WorkspaceUuid } from "@rollcall/core"
import { newestBefore, slice } from "@rollcall/core/operations"
import type { ReceivedMessage } from "@rollcall/core/sending"
import { ReceivedMessageStore } from "@rollcall/core/storage"
import { DateTime, type Duration, Effect, Option } from "effect"
import { storeLayer } from "../database/Database.ts"
import { oldest, orderBy } from "../database/Rows.ts"
import type { Tables } from "../database/Tables.ts"

export const layer = storeLayer(ReceivedMessageStore, ({ read, write }) => ({
  add: (messages) =>
    write((tables, now) => {
      const added = missing(tables, messages)
      for (const message of added) {
        tables.receivedMessages.set(message.workspaceUuid, message.uuid, { message, storedAt: now })
      }
      return added
    }),

  missing: (messages) => read((tables) => missing(tables, messages)),

  find: (workspace, uuid) =>
    read(({ receivedMessages }) => Option.fromUndefinedOr(receivedMessages.get(workspace, uuid)?.message)),

  list: (workspace, page) =>
    read(({ receivedMessages }) => {
      const found = receivedMessages.rows(workspace).map(({ message }) => message)
      return slice(found.toSorted(orderBy(({ at }) => at.epochMilliseconds, "desc")), page)
    }),

  before: (workspace, addresses, place, limit) =>
    read(({ receivedMessages }) =>
      newestBefore(
        receivedMessages.rows(workspace).flatMap(({ message }) => (addresses.includes(message.from) ? [message] : [])),
        ({ at, uuid }) => ({ at, uuid, index: 0 }),
        place,
        limit
      )
    ),

  erase: (workspace, addresses) =>
    write(({ receivedMessages }) => {
      const found = receivedMessages.rows(workspace).filter(({ message }) => addresses.includes(message.from))
      for (const { message } of found) receivedMessages.remove(workspace, message.uuid)
      return found.length
    }),

  prune: ({ keepFor, limit }) =>
    write(({ receivedMessages }, now) => {
      const due = old(receivedMessages, keepFor, now).slice(0, limit)
      for (const { message } of due) receivedMessages.remove(message.workspaceUuid, message.uuid)
      return due.length
    }),

  prunable: (keepFor) =>
    Effect.flatMap(DateTime.now, (now) => read(({ receivedMessages }) => old(receivedMessages, keepFor, now).length))
}))

const old = (messages: Tables["receivedMessages"], keepFor: Duration.Duration, now: DateTime.Utc) =>
  oldest(messages.all(), ({ storedAt }) => storedAt, keepFor, now)

const missing = ({ receivedMessages }: Tables, messages: ReadonlyArray<ReceivedMessage>) => {
  const keyOf = (workspace: WorkspaceUuid, id: string) => JSON.stringify([workspace, id])
  const workspaces = new Set(messages.map(({ workspaceUuid }) => workspaceUuid))
  const known = new Set(
    Array.from(workspaces).flatMap((workspace) =>
      receivedMessages.rows(workspace).map(({ message }) => keyOf(workspace, message.channelMessageId))
    )
  )
  return messages.filter(({ channelMessageId, workspaceUuid }) => {
    const key = keyOf(workspaceUuid, channelMessageId)
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}
