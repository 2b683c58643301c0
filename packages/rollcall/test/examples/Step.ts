import type { Schema } from "effect"

/** A request of the walk. `$zoe` stands for what an earlier step kept under that name. */
export interface Request {
  readonly summary: string
  readonly path?: { readonly [name: string]: string }
  readonly query?: { readonly [name: string]: string | number }
  readonly body?: { readonly [name: string]: Schema.Json }
  /** The status that it is answered. */
  readonly status: number
}

/** A request that goes well, and one of the same operation that does not. */
export interface Step extends Request {
  /** The operation, by its id. A later step of the same operation is no example, and only goes on with the walk. */
  readonly operation: string
  /** How much time passes before. */
  readonly after?: "1 minute"
  /** A broadcast of which many opt-outs were reported before, which no request can make. */
  readonly held?: string
  /** Default: true. One that is no example only goes on with the walk. */
  readonly isExample?: false
  /** What the answer is kept as: a name, and the member of the answer that is kept, such as `pagination.next`. */
  readonly keep?: readonly [name: string, member: string]
  /** What it leaves out of the successful request and does not change is the same. */
  readonly error?: Request
}

export const unknown = "00000000-0000-4000-8000-000000000000"

/** The message that a person sent before the walk. */
export const receivedMessage = "0195b1c8-2800-7000-8000-0000000000aa"

export const zoe = { contact_uuid: "$zoe" }
export const shoeSize = { custom_field_uuid: "$shoeSize" }
export const regulars = { contact_list_uuid: "$regulars" }
export const called = { segment_uuid: "$called" }
export const note = { ...zoe, note_uuid: "$note" }
export const reminders = { uuid: "$reminders" }

export const noContact = { summary: "No such contact", path: { contact_uuid: unknown }, status: 404 }
export const noField = { summary: "No such field", path: { custom_field_uuid: unknown }, status: 404 }
export const noList = { summary: "No such list", path: { contact_list_uuid: unknown }, status: 404 }
export const noSegment = { summary: "No such segment", path: { segment_uuid: unknown }, status: 404 }
export const noNote = { summary: "No such note", path: { ...zoe, note_uuid: unknown }, status: 404 }
export const noImport = { summary: "No such import", path: { contact_import_uuid: unknown }, status: 404 }
export const noBroadcast = { summary: "No such broadcast", path: { uuid: unknown }, status: 404 }
export const tooLong = { summary: "A limit that is too high", query: { limit: 1_001 } }
