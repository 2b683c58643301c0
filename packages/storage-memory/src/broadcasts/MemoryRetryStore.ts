import type { WorkspaceUuid } from "@rollcall/core"
import type { PastRecipient } from "@rollcall/core/sending"
import { type Delivery, RetryStore } from "@rollcall/core/storage"

import { storeLayer } from "../database/Database.ts"
import { isHidden, type Tables, within } from "../database/Tables.ts"
import { addressOfRecipient } from "../delivery/DeliveryRows.ts"

export const layer = storeLayer(RetryStore, ({ read }) => ({
  recipients: (ref, { reasons, statuses }, after, limit) =>
    read((tables) =>
      visible(tables, ref.workspace, ref.broadcast)
        .filter(
          ({ position, reason, status }) =>
            position > after && (statuses.includes(status) || (reason !== null && reasons.includes(reason)))
        )
        .slice(0, limit)
        .map((row): PastRecipient => {
          const { clientReference, contactUuid, identifier, parameters, position, reason, status } = row
          const address = addressOf(tables, row)
          return {
            position,
            identifier,
            address,
            clientReference,
            contact: contactUuid,
            parameters,
            status,
            reason
          }
        })
    ),

  outcomes: (workspace, broadcasts, { addresses, contacts = [] }) =>
    read((tables) => {
      const wanted = new Set<string | null>([...addresses, ...contacts])
      return broadcasts.flatMap((broadcast) =>
        visible(tables, workspace, broadcast)
          .map((row) => ({ ...row, address: addressOf(tables, row) }))
          .filter(({ address, contactUuid }) => wanted.has(address) || wanted.has(contactUuid))
          .map(({ address, contactUuid: contact, position, reason, status }) => {
            return { broadcast, position, address, contact, status, reason }
          })
      )
    }),

  retriesOf: (workspace, broadcasts) =>
    read((tables) =>
      tables.broadcasts
        .rows(workspace)
        .flatMap(({ broadcast: { retryOf, uuid }, isStaged }) =>
          !isStaged && retryOf !== null && broadcasts.includes(retryOf) ? [uuid] : []
        )
    )
}))

/** Returns the visible recipients of a broadcast whose contacts are not erased, in the order of acceptance. */
const visible = (tables: Tables, workspace: WorkspaceUuid, broadcast: string): ReadonlyArray<Delivery.Delivery> => {
  const stored = tables.broadcasts.get(workspace, broadcast)
  if (stored === undefined || isHidden(stored)) return []
  return tables.deliveries.rows(within(workspace, broadcast)).filter(({ identifier }) => identifier !== "")
}

const addressOf = (tables: Tables, row: Delivery.Delivery): string => addressOfRecipient(tables, row) ?? row.identifier
