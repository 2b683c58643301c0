import { Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { BroadcastUuid, WorkspaceUuid } from "../shared/Ids.ts"

/** A job says "look at this broadcast" and nothing more: what there is to do stands in the ledger. */
const DispatchJob = Schema.Struct({ workspace: WorkspaceUuid, broadcast: BroadcastUuid })

/** The queue of dispatch jobs, shared by every process of one store. A job may come twice or late; that is harmless. */
export const dispatchQueue = PersistedQueue.make({ name: "rollcall/dispatch", schema: DispatchJob })
