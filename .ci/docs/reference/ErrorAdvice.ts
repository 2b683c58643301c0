import type { RollcallErrorCode } from "../../../packages/rollcall/src/RollcallError.ts"

/** What a program does about an error of each code, and whether the same call may be made again. */
export const errorAdvice: {
  readonly [Code in RollcallErrorCode]: { readonly again: string; readonly advice: string }
} = {
  invalid_input: {
    again: "no",
    advice: "Show `issues` where the input comes from: each has the path of what is wrong, a code and a sentence."
  },
  not_found: { again: "no", advice: "Treat it as gone: it was erased, or never was in this workspace." },
  invalid_transition: {
    again: "no",
    advice:
      "Read the broadcast: it has ended, or is already where it was to go. `cancel` of a cancelled one is no error."
  },
  not_undoable: {
    again: "no",
    advice: "Undo the merge that the message names first, or leave the contact as it is now."
  },
  archived: { again: "no", advice: "Make a list or a segment anew: what is archived stays so, and can only be read." },
  segment_broken: {
    again: "after a change",
    advice: "Update the segment: a field, an option, a list or a segment that it names is archived or of another type."
  },
  events_removed: {
    again: "no",
    advice:
      "Read the contacts, imports and broadcasts that you need anew, and follow events without a cursor from there. Keep events " +
      "for longer than your reader may be away (`events.keepFor`)."
  },
  rows_removed: {
    again: "no",
    advice: "The counts of the import are still there. Keep rows for longer (`imports.keepRowsFor`)."
  },
  transaction: {
    again: "in a new transaction",
    advice: "Give `using` a client whose transaction is open, and await each call before the next statement."
  },
  search_stopped: {
    again: "later",
    advice:
      "Ask for less: a longer term, a filter that an index can start with, no ordering; or allow more time (`search.deadline`)."
  },
  conflict: { again: "at once", advice: "Make the same call again, a few times with a pause." },
  unavailable: {
    again: "later",
    advice:
      "Wait and make the same call again. One that creates a broadcast needs a `clientUniqueIdentifier` for that, because the " +
      "first may have been stored. A channel whose token was refused needs another token."
  },
  corrupt: {
    again: "no",
    advice: "Run `rollcall check`: something else than Rollcall wrote to the store, or a restore was incomplete."
  },
  database_not_ready: {
    again: "after a change",
    advice:
      "Do what the message says: fix the address, start the database, run the migrations, or use the newer program. When " +
      "Rollcall opens, an address at which nothing listens counts too. Later it is `unavailable`, because a database that " +
      "restarts refuses connections as well."
  },
  closed: { again: "no", advice: "Open a Rollcall anew. Close it after the last call of the program has ended." },
  internal: { again: "no", advice: "Report it, with its `cause` and its stack." }
}
