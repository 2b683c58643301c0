import { layer } from "@rollcall/storage-memory"
import type { StorageDefinition } from "./Rollcall.ts"

/** Rollcall in the memory of the process: for tests and demonstrations. */
export const memory = (): StorageDefinition => ({ layer })
