import {
  ActorUuid,
  type Broadcast,
  BroadcastUuid,
  type ContactFields,
  ContactUuid,
  RecipientUuid,
  WorkspaceUuid
} from "@rollcall/core"
import { makeContact } from "@rollcall/core/people"
import { BroadcastStore, type StoredRecipient, Transaction } from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { quickParent } from "@rollcall/testing/quick-folder"
import { layerClient } from "../src/SqliteClient.ts"
import { layerOnClient } from "../src/index.ts"

/** Every port, and the client for checks of the tables. */
export const layerWithClient = (filename: string) => Layer.provideMerge(layerOnClient(), layerClient({ filename }))

const folderIn = (parent: string) =>
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(parent, "rollcall-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )

/** A temporary folder, which is removed after the test. */
export const temporaryFolder = folderIn(tmpdir())

/** The path of a database in a temporary folder. */
export const temporaryFile = Effect.map(temporaryFolder, (folder) => join(folder, "rollcall.db"))

/** The path of a small database for thousands of short transactions. */
export const quickFile = Effect.map(folderIn(quickParent), (folder) => join(folder, "rollcall.db"))

/** Returns the uuid with the number `n` of a kind. */
const uuid = (kind: number, n: number) =>
  `00000000-0000-4000-8${String(kind).padStart(3, "0")}-${String(n).padStart(12, "0")}`

export const workspace = WorkspaceUuid.make(uuid(1, 1))

/** The first instant of the test clock. */
export const instant = DateTime.makeUnsafe(0)

export const contactOf = (n: number, fields: ContactFields) =>
  makeContact({ uuid: ContactUuid.make(uuid(2, n)), workspace, fields, customFields: {}, now: instant })

export const broadcastOf = (n: number, changes: Partial<Broadcast> = {}): Broadcast => ({
  uuid: BroadcastUuid.make(uuid(3, n)),
  workspaceUuid: workspace,
  createdBy: ActorUuid.make(uuid(4, 1)),
  channelType: "chatapp",
  name: "Spring",
  templateName: "appointment_reminder",
  locale: "en",
  from: "4930123456",
  category: "marketing",
  version: 1,
  status: "scheduled",
  statusReason: null,
  scheduledAt: instant,
  validUntil: null,
  createdAt: instant,
  audience: null,
  retryOf: null,
  heldOptOuts: null,
  isComplete: true,
  recipientsRemovedAt: null,
  ...changes
})

export const refOf = (broadcast: Broadcast) => ({ workspace: broadcast.workspaceUuid, broadcast: broadcast.uuid })

const recipientOf = (n: number, changes: Partial<StoredRecipient> = {}): StoredRecipient => ({
  uuid: RecipientUuid.make(uuid(5, n)),
  position: n,
  identifier: String(491510000000 + n),
  address: String(491510000000 + n),
  clientReference: `reference ${n}`,
  outcome: { _tag: "Accepted", parameters: { header: null, body: ["Ada", "Monday"], buttons: [], cards: null } },
  ...changes
})

export const recipientsUpTo = (count: number) => Array.from({ length: count }, (_, index) => recipientOf(index + 1))

/** Stages and publishes a broadcast. */
export const accept = Effect.fnUntraced(function* (broadcast: Broadcast, recipients: ReadonlyArray<StoredRecipient>) {
  const store = yield* BroadcastStore
  const { run } = yield* Transaction
  yield* store.stage(broadcast, recipients, Duration.minutes(5))
  yield* run(store.publish(refOf(broadcast), null))
})
