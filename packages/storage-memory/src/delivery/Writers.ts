import type { WorkspaceUuid } from "@rollcall/core"
import type { DeliveryStore } from "@rollcall/core/storage"
import { Array as Arr } from "effect"
import type { Tables } from "../database/Tables.ts"
import { type DeliveryKey, deliveryOf } from "./DeliveryRows.ts"

export const keepWriters = (tables: Tables, ...[ref, writers]: Parameters<DeliveryStore["Service"]["keepWriters"]>) =>
  writers.flatMap(({ uuid, writesFrom }) => {
    const row = deliveryOf(tables, ref, uuid)
    const stored = tables.recipients.get(ref.workspace, uuid)
    if (row === undefined || stored === undefined || row.identifier === "") return []
    tables.recipients.set(ref.workspace, uuid, { ...stored, writesFrom })
    return [{ uuid, identifier: row.identifier }]
  })

export const writersOf = ({ recipients }: Tables, deliveries: ReadonlyArray<DeliveryKey>) =>
  Array.from(new Set(deliveries.flatMap((key) => recipients.get(key.workspaceUuid, key.uuid)?.writesFrom ?? [])))

export const otherAddresses = (tables: Tables, workspace: WorkspaceUuid, addresses: ReadonlyArray<string>) => {
  const wanted = new Set(addresses)
  const found = tables.deliveries.all().flatMap(({ identifier, uuid, workspaceUuid }) => {
    const { address = null, writesFrom = null } = tables.recipients.get(workspaceUuid, uuid) ?? {}
    if (workspaceUuid !== workspace || writesFrom === null) return []
    const ways = [
      { address: writesFrom, other: identifier },
      { address: identifier, other: writesFrom },
      { address: address ?? "", other: writesFrom }
    ]
    return ways.filter((way) => wanted.has(way.address))
  })
  return Arr.dedupeWith(found, (one, way) => one.address === way.address && one.other === way.other)
}
