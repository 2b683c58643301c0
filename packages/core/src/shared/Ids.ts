import { Clock, Context, Effect, Schema, SchemaGetter } from "effect"
import * as SecureRandom from "effect/crypto/SecureRandom"

/**
 * A UUID of any version. Decoding converts it to lower case, so that every store compares it the same way. Made-up
 * UUIDs are valid: operations report them as not found, not as malformed.
 */
export const Uuid = Schema.String.check(
  Schema.isGUID({ expected: "a UUID", toJsonSchema: () => ({ format: "uuid" }) })
).pipe(
  Schema.decode({
    decode: SchemaGetter.transform((text: string) => text.toLowerCase()),
    encode: SchemaGetter.passthrough()
  })
)

/** The UUID of a workspace. Each workspace is a tenant, and all stored data belongs to one workspace. */
export const WorkspaceUuid = Uuid.pipe(Schema.brand("WorkspaceUuid"))
export type WorkspaceUuid = typeof WorkspaceUuid.Type

/** The UUID of the user who makes a request: given by the host, or derived from the user's id. */
export const ActorUuid = Uuid.pipe(Schema.brand("ActorUuid"))
export type ActorUuid = typeof ActorUuid.Type

/** A workspace and the user who acts in it. {@link systemCaller} makes a caller for a program. */
export interface Caller {
  /** The workspace to read or change. */
  readonly workspace: WorkspaceUuid
  /** The user who acts, recorded as the author of changes. `Actors` derives it from any string. */
  readonly actor: ActorUuid
}

/** The actor of a program that acts without a user: the nil UUID. */
const systemActor = ActorUuid.make("00000000-0000-0000-0000-000000000000")

/** Returns a caller for a program that acts without a user. Its actor is the nil UUID. */
export const systemCaller = (workspace: WorkspaceUuid): Caller => ({ workspace, actor: systemActor })

/**
 * The actor named in the events that an effect appends. Operations that take a caller set this actor. Default: null, for
 * the library's own work.
 */
export const CurrentActor = Context.Reference<ActorUuid | null>("@rollcall/core/shared/CurrentActor", {
  defaultValue: () => null
})

/**
 * Returns the host's name for an actor, or the actor's UUID without one. Null for no actor and for the system actor.
 */
export const actorNamed = (by: ActorUuid | null, name: string | null | undefined): string | null =>
  by === null || by === systemActor ? null : (name ?? by)

export const ContactUuid = Uuid.pipe(Schema.brand("ContactUuid"))
export type ContactUuid = typeof ContactUuid.Type

export const ContactListUuid = Uuid.pipe(Schema.brand("ContactListUuid"))
export type ContactListUuid = typeof ContactListUuid.Type

/** The UUID of a segment. */
export const SegmentUuid = Uuid.pipe(Schema.brand("SegmentUuid"))
export type SegmentUuid = typeof SegmentUuid.Type

/** The UUID of a contact job. */
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

/** The UUID of a broadcast recipient. */
export const RecipientUuid = Uuid.pipe(Schema.brand("RecipientUuid"))
export type RecipientUuid = typeof RecipientUuid.Type

const uuidPattern = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"

/**
 * The identifier of a message to a recipient in other systems, such as a channel: the uuids of the workspace and the
 * recipient with a dot between them, 73 characters in all. The workspace tells a store where to find the recipient.
 */
export const Correlation = Schema.String.check(
  Schema.isPattern(new RegExp(`^${uuidPattern}\\.${uuidPattern}$`), { expected: "a correlation" })
).pipe(Schema.brand("Correlation"))
export type Correlation = typeof Correlation.Type

/** Returns the correlation of a recipient. */
export const correlationOf = (workspaceUuid: WorkspaceUuid, uuid: RecipientUuid): Correlation =>
  Correlation.make(`${workspaceUuid}.${uuid}`)

/** Returns the recipient that a correlation names, and its workspace. */
export const recipientNamed = (correlation: Correlation) => ({
  workspaceUuid: WorkspaceUuid.make(correlation.slice(0, 36)),
  uuid: RecipientUuid.make(correlation.slice(37))
})

export const AccessTokenUuid = Uuid.pipe(Schema.brand("AccessTokenUuid"))
export type AccessTokenUuid = typeof AccessTokenUuid.Type

/** The UUID of a webhook. */
export const WebhookUuid = Uuid.pipe(Schema.brand("WebhookUuid"))
export type WebhookUuid = typeof WebhookUuid.Type

/** The UUID of a message that a person sent to a workspace. */
export const ReceivedMessageUuid = Uuid.pipe(Schema.brand("ReceivedMessageUuid"))
export type ReceivedMessageUuid = typeof ReceivedMessageUuid.Type

/** The UUID of a channel's notice to a workspace. */
export const ChannelNoticeUuid = Uuid.pipe(Schema.brand("ChannelNoticeUuid"))
export type ChannelNoticeUuid = typeof ChannelNoticeUuid.Type

/** A pool of random bytes. Getting random bytes from the system takes longer than making an identifier. */
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

/** Uses the real clock, because identifiers of different processes must sort by the time they were made. */
const uuidV7 = Effect.provideService(identifiers.uuidV7(), Clock.Clock, Clock.Clock.defaultValue())

/**
 * Generates identifiers. Default: UUIDs of version 7, which sort by the time they were made, so that indexes grow at
 * one end. Tests can provide a seeded generator.
 */
export const IdGenerator = Context.Reference<Effect.Effect<string>>("@rollcall/core/shared/IdGenerator", {
  defaultValue: () => uuidV7
})

/** Returns a new identifier from the {@link IdGenerator}. */
export const nextId: Effect.Effect<string> = Effect.flatMap(IdGenerator, (generate) => generate)
