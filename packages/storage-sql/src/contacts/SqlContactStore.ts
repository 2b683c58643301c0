import { ContactStore } from "@rollcall/core/storage"
import { DateTime, Effect, Layer } from "effect"
import { Database } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { addressHolders, formerAddresses, relatedAddressesOf } from "./ContactAddresses.ts"
import { ContactRow } from "./ContactRow.ts"
import { lockAddressed, saveEngagements } from "./Engagements.ts"
import { eraseContact } from "../erasure/EraseContact.ts"
import { saveContacts } from "./GatheredSaves.ts"
import { makeIndexBacklog } from "./IndexBacklog.ts"
import { findContact, selectContact, selectContacts } from "./FindContact.ts"
import { lockIdentifiers } from "./LockIdentifiers.ts"
import { survivors } from "./Survivors.ts"
import { BatchedSearch, searchContacts } from "./SearchContacts.ts"

const contacts = rowsOf(ContactRow)

export const layer = Layer.effect(
  ContactStore,
  Effect.gen(function* () {
    const db = yield* Database
    const batched = yield* BatchedSearch
    const backlog = makeIndexBacklog(db)
    const { dialect, sql } = db
    return ContactStore.of({
      find: findContact(db),
      survivors: survivors(db),

      named: (workspace, uuids) =>
        uuids.length === 0
          ? Effect.succeed([])
          : contacts(db)(dialect.runUnprepared(selectContacts(db, workspace, uuids))),

      changedSince: (workspace, uuids, since) => {
        if (uuids.length === 0) return Effect.succeed([])
        const isChanged = sql`updated_at > ${DateTime.toEpochMillis(since)}`
        return contacts(db)(dialect.runUnprepared(sql`${selectContacts(db, workspace, uuids)} AND ${isChanged}`))
      },

      // Locks contacts in the order of their uuids to avoid deadlocks.
      lock: (workspace, uuids) => {
        const [first, ...others] = uuids
        if (first === undefined) return Effect.succeed([])
        const forUpdate = dialect.lockRows("update")
        if (others.length === 0) return contacts(db)(sql`${selectContact(db, workspace, first)} ${forUpdate}`)
        const all = selectContacts(db, workspace, uuids)
        return contacts(db)(dialect.runUnprepared(sql`${all} ORDER BY uuid ${forUpdate}`))
      },

      save: saveContacts(db, backlog),
      lockIdentifiers: lockIdentifiers(db),
      formerAddresses: formerAddresses(db),
      relatedAddressesOf: relatedAddressesOf(db),
      holders: addressHolders(db),
      erase: eraseContact(db),
      lockAddressed: lockAddressed(db),
      saveEngagements: saveEngagements(db),
      search: searchContacts(db, batched),
      maintainIndexes: backlog.maintain
    })
  })
)
