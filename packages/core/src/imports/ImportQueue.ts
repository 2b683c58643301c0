import { Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { ContactImportUuid, WorkspaceUuid } from "../shared/Ids.ts"

/** A job says "look at this import" and nothing more: what there is to do stands in its rows. */
const ImportJob = Schema.Struct({ workspace: WorkspaceUuid, contactImport: ContactImportUuid })

/** The queue of import jobs, shared by every process of one store. A job may come twice or late; that is harmless. */
export const importQueue = PersistedQueue.make({ name: "rollcall/imports", schema: ImportJob })
