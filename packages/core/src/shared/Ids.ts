import { Clock, Context, Effect, Schema, SchemaGetter } from "effect"
import * as SecureRandom from "effect/crypto/SecureRandom"

/**
 * A UUID in its canonical form: lower case on the way in, so that every store compares it alike. Any version is taken,
 * made-up ones too: what is not there is not found, rather than malformed.
 */
export const Uuid = Schema.String.check(
  Schema.isGUID({ expected: "a UUID", toJsonSchema: () => ({ format: "uuid" }) })
).pipe(
  Schema.decode({
    decode: SchemaGetter.transform((text: string) => text.toLowerCase()),
    encode: SchemaGetter.passthrough()
  })
)

/** A tenant: everything that is stored belongs to one. */
export const WorkspaceUuid = Uuid.pipe(Schema.brand("WorkspaceUuid"))
export type WorkspaceUuid = typeof WorkspaceUuid.Type

/** The user on whose behalf a request is made: a UUID of the host, or a UUID that is derived from the user's id. */
export const ActorUuid = Uuid.pipe(Schema.brand("ActorUuid"))
export type ActorUuid = typeof ActorUuid.Type

/** The workspace, and who acts in it. {@link systemCaller} makes a caller for a program. */
export interface Caller {
  /** The workspace to read or change. */
  readonly workspace: WorkspaceUuid
  /** The user who acts, named as the author of what is written. `Actors` makes it of any string. */
  readonly actor: ActorUuid
}

/** The actor of a program that acts for itself: the nil UUID. */
const systemActor = ActorUuid.make("00000000-0000-0000-0000-000000000000")

/** The caller of a program that acts for itself in a workspace. Its actor is the nil UUID. */
export const systemCaller = (workspace: WorkspaceUuid): Caller => ({ workspace, actor: systemActor })

/**
 * On whose behalf an effect runs: the events that it appends name this actor. The operations that take a caller set
 * it. Null for the library's own work, which nobody asked for at that moment.
 */
export const CurrentActor = Context.Reference<ActorUuid | null>("@rollcall/core/shared/CurrentActor", {
  defaultValue: () => null
})

/** An actor as its host named it, which `Actors` keeps. Null for nobody and for a program that acts for itself. */
export const actorNamed = (by: ActorUuid | null, name: string | null | undefined): string | null =>
  by === null || by === systemActor ? null : (name ?? by)

export const ContactUuid = Uuid.pipe(Schema.brand("ContactUuid"))
export type ContactUuid = typeof ContactUuid.Type

export const ContactListUuid = Uuid.pipe(Schema.brand("ContactListUuid"))
export type ContactListUuid = typeof ContactListUuid.Type

/** A named search of a workspace. */
export const SegmentUuid = Uuid.pipe(Schema.brand("SegmentUuid"))
export type SegmentUuid = typeof SegmentUuid.Type

/** A search whose contacts are added to a list. */
export const ContactJobUuid = Uuid.pipe(Schema.brand("ContactJobUuid"))
export type ContactJobUuid = typeof ContactJobUuid.Type

export const CustomFieldUuid = Uuid.pipe(Schema.brand("CustomFieldUuid"))
export type CustomFieldUuid = typeof CustomFieldUuid.Type

export const SelectOptionUuid = Uuid.pipe(Schema.brand("SelectOptionUuid"))
export type SelectOptionUuid = typeof SelectOptionUuid.Type

export const ContactImportUuid = Uuid.pipe(Schema.brand("ContactImportUuid"))
export type ContactImportUuid = typeof ContactImportUuid.Type

export const NoteUuid = Uuid.pipe(Schema.brand("NoteUuid"))
export type NoteUuid = typeof NoteUuid.Type

export const BroadcastUuid = Uuid.pipe(Schema.brand("BroadcastUuid"))
export type BroadcastUuid = typeof BroadcastUuid.Type

/** One recipient of one broadcast of a workspace. */
export const RecipientUuid = Uuid.pipe(Schema.brand("RecipientUuid"))
export type RecipientUuid = typeof RecipientUuid.Type

const uuidPattern = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"

/**
 * What a message to a recipient is named by outside, as by a channel: the workspace and the recipient, with a dot
 * between them, 73 characters in all. With the workspace a store finds the recipient where the workspace is.
 */
export const Correlation = Schema.String.check(
  Schema.isPattern(new RegExp(`^${uuidPattern}\\.${uuidPattern}$`), { expected: "a correlation" })
).pipe(Schema.brand("Correlation"))
export type Correlation = typeof Correlation.Type

/** The correlation of a recipient of a workspace. */
export const correlationOf = (workspaceUuid: WorkspaceUuid, uuid: RecipientUuid): Correlation =>
  Correlation.make(`${workspaceUuid}.${uuid}`)

/** The recipient that a correlation names, and its workspace. */
export const recipientNamed = (correlation: Correlation) => ({
  workspaceUuid: WorkspaceUuid.make(correlation.slice(0, 36)),
  uuid: RecipientUuid.make(correlation.slice(37))
})

export const AccessTokenUuid = Uuid.pipe(Schema.brand("AccessTokenUuid"))
export type AccessTokenUuid = typeof AccessTokenUuid.Type

/** An endpoint of a workspace that events are sent to. */
export const WebhookUuid = Uuid.pipe(Schema.brand("WebhookUuid"))
export type WebhookUuid = typeof WebhookUuid.Type

/** A message that a person sent to a workspace. */
export const ReceivedMessageUuid = Uuid.pipe(Schema.brand("ReceivedMessageUuid"))
export type ReceivedMessageUuid = typeof ReceivedMessageUuid.Type

/** A report of a channel to a workspace. */
export const ChannelNoticeUuid = Uuid.pipe(Schema.brand("ChannelNoticeUuid"))
export type ChannelNoticeUuid = typeof ChannelNoticeUuid.Type

/** Random bytes for many identifiers: the system takes longer to give some than an identifier takes to be made. */
const pool = { bytes: new Uint8Array(4_096), used: 4_096 }

const pooledBytes = (size: number): Uint8Array => {
  if (pool.used + size > pool.bytes.length) {
    globalThis.crypto.getRandomValues(pool.bytes)
    pool.used = 0
  }
  pool.used += size
  return pool.bytes.slice(pool.used - size, pool.used)
}

const identifiers = SecureRandom.make(pooledBytes)

/** Identifiers of different processes have the order of their making only by the real clock. */
const uuidV7 = Effect.provideService(identifiers.uuidV7(), Clock.Clock, Clock.Clock.defaultValue())

/**
 * Where new identifiers come from. The default makes UUIDs of version 7, whose order is the order of their making, so
 * that indexes grow at one end. A test may provide a seeded one.
 */
export const IdGenerator = Context.Reference<Effect.Effect<string>>("@rollcall/core/shared/IdGenerator", {
  defaultValue: () => uuidV7
})

/** A new identifier from the {@link IdGenerator}. */
export const nextId: Effect.Effect<string> = Effect.flatMap(IdGenerator, (generate) => generate)
