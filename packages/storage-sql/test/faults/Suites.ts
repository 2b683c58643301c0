import { ContactLists, Contacts, CustomFields, type Storage } from "@rollcall/core"
import {
  accessTokenChecks,
  broadcastStoreChecks,
  type Check,
  contactListChecks,
  contactStoreChecks,
  erasureChecks,
  idempotencyChecks,
  identifierChecks,
  isolationChecks,
  ledgerChecks,
  noteChecks,
  pagingChecks,
  SearchCorpus,
  searchChecks,
  transactionChecks
} from "@rollcall/storage-conformance"
import { Effect, Layer } from "effect"

export type Stored = Layer.Layer<Storage, unknown>

const run = <R>(checks: ReadonlyArray<Check<R>>, layer: Layer.Layer<R, unknown>) =>
  Effect.provide(
    Effect.forEach(checks, (check) => check.run, { discard: true }),
    layer
  )

/** The checks of searches that have custom values among what they search. */
const generatedSearches = searchChecks.filter(({ title }) => title.includes("generated"))

/** The published suites that faults are looked for with, each over an empty store. */
export const suites = {
  "access tokens": (stored: Stored) => run(accessTokenChecks, stored),
  broadcasts: (stored: Stored) => run(broadcastStoreChecks, stored),
  contacts: (stored: Stored) => run(contactStoreChecks, stored),
  erase: (stored: Stored) =>
    run<Storage | Contacts | CustomFields>(
      erasureChecks,
      Layer.provideMerge(Layer.mergeAll(Contacts.layer, CustomFields.layer), stored)
    ),
  identifiers: (stored: Stored) => run(identifierChecks, stored),
  "idempotency keys": (stored: Stored) => run(idempotencyChecks, stored),
  ledger: (stored: Stored) => run(ledgerChecks, stored),
  lists: (stored: Stored) => run(contactListChecks, Layer.provideMerge(ContactLists.layer, stored)),
  notes: (stored: Stored) => run(noteChecks, stored),
  pages: (stored: Stored) => run<Storage | SearchCorpus>(pagingChecks, Layer.provideMerge(SearchCorpus.layer, stored)),
  search: (stored: Stored) => run<Storage | SearchCorpus>(searchChecks, Layer.provideMerge(SearchCorpus.layer, stored)),
  transactions: (stored: Stored) => run(transactionChecks, stored),
  values: (stored: Stored) =>
    run<Storage | SearchCorpus>(generatedSearches, Layer.provideMerge(SearchCorpus.layer, stored)),
  workspaces: (stored: Stored) => run(isolationChecks, stored)
}

export type Suite = keyof typeof suites
