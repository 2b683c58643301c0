import { type Contact, type ContactWrite, type MergedRows, mergeRows } from "@rollcall/core"
import type { WorkerFault } from "./FaultyWorker.ts"

/** Writes of which each contact has one, the last. */
const lastOfEach = (writes: ReadonlyArray<ContactWrite>) =>
  Array.from(new Map(writes.map((write) => [write.contact.uuid, write])).values())

const outcomeInstead = (merged: MergedRows, change: (row: MergedRows["results"][number]) => object): MergedRows => ({
  ...merged,
  results: merged.results.map((result) => ({ ...result, ...change(result) }))
})

/** Faults that merging rows in batches may have. */
export const mergeFaults: Readonly<Record<string, WorkerFault>> = {
  "rows that do not see those before them in their batch": {
    merge: (context, rows) => {
      const each = rows.map((row, at) => mergeRows({ ...context, uuids: context.uuids.slice(at) }, [row]))
      return {
        results: each.flatMap(({ results }) => results),
        created: each.flatMap(({ created }) => created),
        changed: lastOfEach(each.flatMap(({ changed }) => changed))
      }
    }
  },
  "rows that are applied last first": {
    merge: (context, rows) => {
      const merged = mergeRows(context, rows.toReversed())
      return { ...merged, results: merged.results.toReversed() }
    }
  },
  "the first of several matches taken": {
    merge: (context, rows) =>
      mergeRows(
        { ...context, holders: context.holders.map((held) => ({ ...held, contacts: held.contacts.slice(0, 1) })) },
        rows
      )
  },
  "what is unchanged told as updated": {
    merge: (context, rows) =>
      outcomeInstead(mergeRows(context, rows), ({ outcome }) => (outcome === "unchanged" ? { outcome: "updated" } : {}))
  },
  "what is unchanged written with a new time": {
    merge: (context, rows) => {
      const merged = mergeRows(context, rows)
      const unchanged = new Set(
        merged.results.filter(({ outcome }) => outcome === "unchanged").map(({ contactUuid }) => contactUuid)
      )
      const touched = context.contacts.filter(({ uuid }) => unchanged.has(uuid))
      const touch = (contact: Contact): ContactWrite => ({
        contact: { ...contact, updatedAt: context.now },
        changes: []
      })
      return { ...merged, changed: lastOfEach([...touched.map(touch), ...merged.changed]) }
    }
  },
  "skipped rows that name no contact": {
    merge: (context, rows) =>
      outcomeInstead(mergeRows(context, rows), ({ outcome }) => (outcome === "skipped" ? { contactUuid: null } : {}))
  },
  "skipped rows whose contact does not join the list": { joins: ({ outcome }) => outcome !== "skipped" },
  "unchanged rows whose contact does not join the list": { joins: ({ outcome }) => outcome !== "unchanged" },
  "the first issue of a row alone": {
    merge: (context, rows) => outcomeInstead(mergeRows(context, rows), ({ issues }) => ({ issues: issues.slice(0, 1) }))
  },
  "values that change though they are not editable": {
    merge: (context, rows) =>
      mergeRows({ ...context, definitions: context.definitions.map((field) => ({ ...field, editable: true })) }, rows)
  },
  "identifiers that are unique and may be on two contacts": {
    merge: (context, rows) => mergeRows({ ...context, settings: { uniqueIdentifiers: false } }, rows)
  },
  "the last of several values of a contact written alone": {
    merge: (context, rows) => {
      const { changed, created, results } = mergeRows(context, rows)
      const last = (writes: ReadonlyArray<ContactWrite>) =>
        writes.map((write) => ({ ...write, changes: write.changes.slice(-1) }))
      return { results, created: last(created), changed: last(changed) }
    }
  }
}
