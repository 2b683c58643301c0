import type { HistoryPlace } from "@rollcall/core/people"
import { compareCodePoints, HistoryStore } from "@rollcall/core/storage"
import { DateTime } from "effect"
import { storeLayer } from "../database/Database.ts"
import { within } from "../database/Tables.ts"

export const layer = storeLayer(HistoryStore, ({ read, write }) => ({
  append: (entries) =>
    write(({ contacts, history }) => {
      for (const entry of entries) {
        const { contactUuid, workspaceUuid } = entry
        if (contacts.get(workspaceUuid, contactUuid) === undefined) continue
        history.insert(within(workspaceUuid, contactUuid), historyKey(entry), entry)
      }
    }),

  before: (workspace, contacts, kinds, place, limit) =>
    read(({ history }) =>
      contacts
        .flatMap((contact) => history.rows(within(workspace, contact)))
        .filter((entry) => kinds.includes(entry.kind) && byPlace(entry, place) < 0)
        .toSorted((one, other) => byPlace(other, one))
        .slice(0, limit)
    ),

  replace: (entries) =>
    write(({ history }) => {
      for (const entry of entries) {
        history.replace(within(entry.workspaceUuid, entry.contactUuid), historyKey(entry), entry)
      }
    }),

  erase: (workspace, contacts) =>
    write(({ history }) => {
      for (const of of contacts.map((contact) => within(workspace, contact))) {
        for (const entry of history.rows(of)) history.remove(of, historyKey(entry))
      }
    })
}))

/** Returns the key of an entry within its contact's history. */
const historyKey = ({ at, kind, uuid }: HistoryPlace): string => [DateTime.toEpochMillis(at), kind, uuid].join(" ")

const byPlace = (one: HistoryPlace, other: HistoryPlace): number =>
  DateTime.Order(one.at, other.at) || compareCodePoints(one.kind, other.kind) || compareCodePoints(one.uuid, other.uuid)
