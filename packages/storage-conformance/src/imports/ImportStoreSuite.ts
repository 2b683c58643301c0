import type { Storage } from "@rollcall/core"
import type { Layer } from "effect"
import type { Check } from "../kernel/Check.ts"
import { register } from "../kernel/Register.ts"
import { contactBatchChecks, type ContactBatchNeeds } from "./ContactBatchChecks.ts"
import { hostileRowChecks } from "./HostileRowChecks.ts"
import { importDueChecks } from "./ImportDueChecks.ts"
import { importLockChecks } from "./ImportLockChecks.ts"
import { importRowChecks, type StoreNeeds } from "./ImportRowChecks.ts"

/** What a store of imports promises, and one of contacts to those who write many of them at a time. */
export const importStoreChecks: ReadonlyArray<Check<StoreNeeds | ContactBatchNeeds>> = [
  ...importRowChecks,
  ...hostileRowChecks,
  ...importLockChecks,
  ...importDueChecks,
  ...contactBatchChecks
]

export const importStoreSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: import store`, layer, importStoreChecks)
