import { type Effect, Schema } from "effect"

/**
 * A store failed, or a channel if `channel` is set.
 *
 * - `Unavailable`: the store did not respond in time; the same call may succeed later.
 * - `NotReady`: the call fails until somebody fixes the cause, such as a wrong password or a missing database.
 * - `Conflict`: the call lost a race against another writer; the same call may succeed at once.
 * - `Corrupt`: the stored data differs from the data that was written; retrying does not help.
 */
export class StorageError extends Schema.TaggedError<StorageError>()("StorageError", {
  reason: Schema.Literals(["Unavailable", "NotReady", "Conflict", "Corrupt"]),
  cause: Schema.Defect(),
  /**
   * What is wrong and what to do about it, in sentences, including the driver's message. For operators and developers; HTTP
   * clients never see this text. Contains no SQL, values or passwords.
   */
  detail: Schema.optionalKey(Schema.String),
  /** Whether no server responds at the store's address, as while a database starts. */
  isAway: Schema.optionalKey(Schema.Boolean),
  /** Whether the store is `Unavailable` because its disk is full. */
  isFull: Schema.optionalKey(Schema.Boolean),
  /**
   * The provider's message, if a channel failed rather than the store: `Unavailable` if the channel did not respond,
   * `NotReady` if it refused the call. HTTP clients see the message, so it contains nothing about a person.
   */
  channel: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    if (this.channel !== undefined) {
      return `The channel ${this.reason === "NotReady" ? "refused" : "did not answer"}: ${this.channel}`
    }
    if (this.isFull === true) return fullMessage
    return this.detail ?? storageMessages[this.reason]
  }
}

const fullMessage = "The disk of the store is full. Free some space, then call again."

const storageMessages = {
  Unavailable: "The store did not answer in time. Try again later.",
  NotReady: "The store cannot be used. The cause says what to change.",
  Conflict: "Another writer changed the same data. Try again.",
  Corrupt: "The store returned data that Rollcall did not write."
} as const

/** The effect that a store's method returns. Such an effect fails only with a {@link StorageError}. */
export type StorageEffect<A> = Effect.Effect<A, StorageError>
