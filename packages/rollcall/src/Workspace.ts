import type { AccessTokenMethods, SettingsMethods } from "./areas/Access.ts"
import type { BroadcastMethods } from "./areas/Broadcasts.ts"
import type { ContactMethods } from "./areas/Contacts.ts"
import type { CustomFieldMethods } from "./areas/CustomFields.ts"
import type { EventMethods, WebhookMethods } from "./areas/Events.ts"
import type { ImportMethods } from "./areas/Imports.ts"
import type { ListMethods } from "./areas/Lists.ts"
import type { NoteMethods } from "./areas/Notes.ts"
import type { MessageMethods, OptOutMethods } from "./areas/OptOuts.ts"
import type { RecipientMethods } from "./areas/Recipients.ts"
import type { SegmentMethods } from "./areas/Segments.ts"
import type { TemplateMethods } from "./areas/Templates.ts"

/** The areas of a workspace. */
export interface Areas {
  /** Creates, reads, changes, finds, merges and erases contacts. */
  readonly contacts: ContactMethods
  /** Defines the custom fields of contacts. */
  readonly customFields: CustomFieldMethods
  /** Imports contacts, and returns the outcome of each row. */
  readonly imports: ImportMethods
  /** Adds contacts to lists and removes them. */
  readonly lists: ListMethods
  /** Stores named searches, and returns their contacts. */
  readonly segments: SegmentMethods
  /** Stores notes on contacts. */
  readonly notes: NoteMethods
  /** Opts contacts out of messages, and in again. */
  readonly optOuts: OptOutMethods
  /** Reads messages that people sent. */
  readonly messages: MessageMethods
  /** Creates, tests, retries, pauses and cancels broadcasts, and reads their progress. */
  readonly broadcasts: BroadcastMethods
  /** Reads the recipients of all broadcasts. */
  readonly recipients: RecipientMethods
  /** Stores templates, and returns the templates that broadcasts can name. */
  readonly templates: TemplateMethods
  /** Follows and reads events. */
  readonly events: EventMethods
  /** Sends events to endpoints. */
  readonly webhooks: WebhookMethods
  /** Limits how often and when contacts get marketing messages. */
  readonly settings: SettingsMethods
  /** Creates and revokes tokens of the HTTP API. */
  readonly accessTokens: AccessTokenMethods
}

/**
 * A workspace: contacts, broadcasts and everything else of one customer. Each area has methods that return promises. A
 * call that fails is rejected with a `RollcallError`, whose `code` says why. Besides the codes that a method names,
 * each may be rejected with `unavailable`, `conflict`, `corrupt`, `closed` or `internal`, and within a transaction with
 * `transaction`. Timestamps are `Date`, uuids are strings, and unset values are null.
 */
export interface Workspace<Client = never> extends Areas {
  /**
   * Returns the same workspace bound to your open transaction. What its calls write is committed with the transaction, or
   * not at all. A call that fails undoes only itself. Await each call before you run your own statement.
   *
   * @param client The client with the open transaction: of `sqlite` a `DatabaseSync`, of `postgres` a client of the pool.
   * @returns The workspace. Its calls are rejected with `transaction` if the transaction cannot be used.
   * @throws {transaction} when the client has no open transaction on the database of the store, or the store is in memory.
   */
  readonly in: (client: Client) => Workspace<Client>
  /** The uuid of the workspace. */
  readonly uuid: string
  /** The name that opens the workspace. */
  readonly name: string
}
