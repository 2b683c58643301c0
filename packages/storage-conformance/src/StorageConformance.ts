import type { Storage } from "@rollcall/core"
import type { Layer } from "effect"
import { accessTokenSuite } from "./access/AccessTokenSuite.ts"
import { broadcastsSuite } from "./broadcasts/BroadcastsSuite.ts"
import { broadcastStoreSuite } from "./broadcasts/BroadcastStoreSuite.ts"
import { contactEffectSuite } from "./broadcasts/ContactEffectSuite.ts"
import { createRaceSuite } from "./broadcasts/CreateRaceSuite.ts"
import { dispatchSuite } from "./broadcasts/DispatchSuite.ts"
import { idempotencySuite } from "./broadcasts/IdempotencySuite.ts"
import { ledgerSuite } from "./broadcasts/LedgerSuite.ts"
import { scheduleSuite } from "./broadcasts/ScheduleSuite.ts"
import { templateStoreSuite } from "./broadcasts/TemplateStoreSuite.ts"
import { troubleSuite } from "./broadcasts/TroubleSuite.ts"
import { contactStoreSuite } from "./contacts/ContactStoreSuite.ts"
import { eraseSuite } from "./contacts/EraseSuite.ts"
import { identifierSuite } from "./contacts/IdentifierSuite.ts"
import { customFieldSuite } from "./custom-fields/CustomFieldSuite.ts"
import { importStoreSuite } from "./imports/ImportStoreSuite.ts"
import { importSuite } from "./imports/ImportSuite.ts"
import { isolationSuite } from "./kernel/IsolationSuite.ts"
import { queueSuite } from "./kernel/QueueSuite.ts"
import { transactionSuite } from "./kernel/TransactionSuite.ts"
import { contactListSuite } from "./lists/ContactListSuite.ts"
import { modelSuite } from "./model/ModelSuite.ts"
import { noteSuite } from "./notes/NoteSuite.ts"
import { pagingSuite } from "./search/PagingSuite.ts"
import { searchSuite } from "./search/SearchSuite.ts"

/**
 * Registers every suite for one adapter: an adapter is what passes them. Call it in a test file of the adapter.
 *
 * The layer is built anew for each suite and has to give an empty store each time. Its store clock is Effect's, which
 * the suites move by hand. Random sequences of commands are compared with a `reference`, which is another store that
 * passes: the one in memory. `ROLLCALL_PLANS` is the number of generated cases (300),
 * `ROLLCALL_SEQUENCES` that of command sequences (40), `ROLLCALL_IMPORTS` that of imports (30), `ROLLCALL_SEED` repeats a
 * run.
 */
export const storageConformance = <E>(
  name: string,
  layer: Layer.Layer<Storage, E>,
  { reference }: { readonly reference?: Layer.Layer<Storage> } = {}
): void => {
  for (const suite of suites) suite(name, layer)
  if (reference !== undefined) modelSuite(name, layer, reference)
}

const suites = [
  accessTokenSuite,
  transactionSuite,
  queueSuite,
  isolationSuite,
  contactStoreSuite,
  identifierSuite,
  customFieldSuite,
  searchSuite,
  pagingSuite,
  contactListSuite,
  noteSuite,
  eraseSuite,
  importStoreSuite,
  importSuite,
  broadcastStoreSuite,
  idempotencySuite,
  ledgerSuite,
  contactEffectSuite,
  templateStoreSuite,
  broadcastsSuite,
  dispatchSuite,
  scheduleSuite,
  createRaceSuite,
  troubleSuite
]
