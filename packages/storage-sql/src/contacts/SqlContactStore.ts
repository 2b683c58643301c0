import { ContactStore } from "@rollcall/core/storage"
import { DateTime, Effect, Layer } from "effect"
import { Database, type Db } from "../database/Database.ts"
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

type Store = ContactStore["Service"]

const contacts = rowsOf(ContactRow)

const named =
  (db: Db): Store["named"] =>
  (workspace, uuids) =>
    uuids.length === 0
      ? Effect.succeed([])
      : contacts(db, db.dialect.runUnprepared(selectContacts(db, workspace, uuids)))

const changedSince =
  (db: Db): Store["changedSince"] =>
  (workspace, uuids, since) =>
    uuids.length === 0
      ? Effect.succeed([])
      : contacts(
          db,
          db.dialect.runUnprepared(
            db.sql`${selectContacts(db, workspace, uuids)} AND updated_at > ${DateTime.toEpochMillis(since)}`
          )
        )

/** Locks contacts in the order of their uuids to avoid deadlocks. */
const lock = (db: Db): Store["lock"] => {
  const { dialect, sql } = db
  return (workspace, uuids) => {
    const [first, ...others] = uuids
    if (first === undefined) return Effect.succeed([])
    if (others.length === 0)
      return contacts(db, sql`${selectContact(db, workspace, first)} ${dialect.lockRows("update")}`)
    const all = selectContacts(db, workspace, uuids)
    return contacts(db, dialect.runUnprepared(sql`${all} ORDER BY uuid ${dialect.lockRows("update")}`))
  }
}

export const layer = Layer.effect(
  ContactStore,
  Effect.gen(function* () {
    const db = yield* Database
    const batched = yield* BatchedSearch
    const backlog = makeIndexBacklog(db)
    return ContactStore.of({
      find: findContact(db),
      survivors: survivors(db),
      named: named(db),
      changedSince: changedSince(db),
      lock: lock(db),
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
