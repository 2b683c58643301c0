import type { ContactFilter } from "./Search.ts"

/** The members of every broadcast, without its recipients. */
export interface BroadcastFields {
  /** The display name. */
  readonly name: string
  /** The name of an approved template of the workspace or the channel. */
  readonly templateName: string
  /** The language code of the template, such as `en`. Default: `en`. */
  readonly locale?: string | null | undefined
  /** The sender: a phone number or name that the channel has for the workspace, at most 255 characters. */
  readonly from: string
  /** The `channelType` of the channel to send with. Default: the first configured channel. */
  readonly channelType?: string | null | undefined
  /** When it starts: a `Date` or ISO 8601 string. Without an offset, the string is in UTC. Default: immediately. */
  readonly scheduledFor?: Date | string | null | undefined
  /** When it ends: no send begins at or after this time. A `Date` or ISO 8601 string. Default: never. */
  readonly validUntil?: Date | string | null | undefined
  /**
   * The idempotency key, of at most 255 characters. A repeated call with the same key creates no second broadcast and
   * returns the first result.
   */
  readonly clientUniqueIdentifier?: string | null | undefined
  /** The values shared by all messages, and the order of named values. */
  readonly parameters?: BroadcastParameters | null | undefined
  /** The version of the request format. Default: the newest. */
  readonly version?: number | null | undefined
}

/** The order in which named values fill `{{1}}`, `{{2}}` and so on of a template. */
interface ParameterOrders {
  /** The names of the body values, in template order. */
  readonly bodyOrder?: ReadonlyArray<string> | null | undefined
  /** The names of the button values, in template order. */
  readonly buttonOrder?: ReadonlyArray<string> | null | undefined
}

/** The template parameters of a broadcast. */
export interface BroadcastParameters extends ParameterOrders {
  /** The header of every message, if the template has one. A recipient's header overrides it. */
  readonly header?:
    | {
        /** The type of the header. Default: `text`. */
        readonly type?: "text" | "image" | "video" | "document" | null | undefined
        /** The string, or the URL of the file. */
        readonly value?: string | null | undefined
      }
    | null
    | undefined
  /** The cards of a carousel, in order. */
  readonly cards?: ReadonlyArray<CardParameters> | null | undefined
}

/** The values that a card has in every message. */
export interface CardParameters extends ParameterOrders {
  /** The header of the card in every message. */
  readonly header?:
    | {
        /** The type of the header: `image` or `video`. */
        readonly type: string
        /** The URL of the file. */
        readonly value?: string | null | undefined
      }
    | null
    | undefined
}

/** The values of a recipient's message, or of one of its cards. */
export interface MessageValues {
  /** The value of the header. The broadcast defines its type. */
  readonly header?:
    | {
        /** Not accepted: the broadcast defines the type. */
        readonly type?: string | null | undefined
        /** The string, or the URL of the file. */
        readonly value: string
      }
    | null
    | undefined
  /** The body values by name. */
  readonly body?: { readonly [name: string]: string } | null | undefined
  /** The button values by name. */
  readonly button?: { readonly [name: string]: string } | null | undefined
}

/** The values of one recipient. */
export interface RecipientValues extends MessageValues {
  /** The values of each card of a carousel, in order. */
  readonly cards?: ReadonlyArray<MessageValues> | null | undefined
}

/** One recipient of a broadcast. */
export interface RecipientInput {
  /** The phone number with country code, in any notation. */
  readonly identifier: string
  /** Your own reference, of at most 255 characters. `recipients.list` finds the recipient by it. */
  readonly clientReference?: string | null | undefined
  /** The values of the message to this recipient. */
  readonly parameters?: RecipientValues | null | undefined
}

/** Excludes the members of the other kinds of audience parts. */
type Apart<Own extends string> = {
  readonly [Member in Exclude<"contactListUuid" | "search" | "segmentUuid" | "contactUuids", Own>]?: never
}

/** The contacts of a list. */
interface ListPart extends Apart<"contactListUuid"> {
  /** The uuid of the list. */
  readonly contactListUuid: string
}

/** The contacts that match a search. */
interface SearchPart extends Apart<"search"> {
  /** The search: a term, filters, or both. */
  readonly search: ContactFilter
}

/** The contacts of a segment. */
interface SegmentPart extends Apart<"segmentUuid"> {
  /** The uuid of the segment. */
  readonly segmentUuid: string
}

interface NamedPart extends Apart<"contactUuids"> {
  /** The uuids of at most 20,000 contacts. */
  readonly contactUuids: ReadonlyArray<string>
}

/** The recipients of an earlier broadcast with the given outcomes. */
interface BroadcastPart extends Apart<never> {
  /** The uuid of the broadcast. */
  readonly broadcastUuid: string
  /** The outcomes of the recipients. */
  readonly outcomes: ReadonlyArray<"pending" | "unknown" | "sent" | "delivered" | "read" | "undeliverable" | "rejected">
}

/** A part of an audience: the contacts of a list, search or segment, or contacts by uuid. */
export type IncludedPart = ListPart | SearchPart | SegmentPart | NamedPart

/** The value of a parameter: a fixed string, or the value of a contact field. */
export type AudienceValue =
  | {
      /** The string for every contact. */
      readonly value: string
      readonly field?: never
      readonly fallback?: never
      readonly format?: never
    }
  | {
      /** The predefined or custom field with the value. */
      readonly field: string
      /** The string for contacts without a value. Default: none, so contacts without a value are excluded. */
      readonly fallback?: string | null | undefined
      /**
       * The format of the value. Timestamps: `date_time` (default), `date`, `full_date` or `time`. Dates: `date` or
       * `full_date`. Integers: `integer` without separators (default), or `decimal` with separators.
       */
      readonly format?: "date_time" | "date" | "full_date" | "time" | "integer" | "decimal" | null | undefined
      readonly value?: never
    }

/** The values of the messages to an audience. */
export interface AudienceValues {
  /** The header. */
  readonly header?: AudienceValue | null | undefined
  /** The body values by name. */
  readonly body?: { readonly [name: string]: AudienceValue } | null | undefined
  /** The button values by name. */
  readonly button?: { readonly [name: string]: AudienceValue } | null | undefined
}

/** The contacts that a broadcast is sent to, and the values of their messages. */
export interface Audience {
  /** Lists, searches, segments or contacts by uuid, 1 to 50 parts. The audience is their union. */
  readonly include: ReadonlyArray<IncludedPart>
  /** Contacts to exclude: at most 50 parts as in `include`, or recipients of an earlier broadcast. */
  readonly exclude?:
    | ReadonlyArray<
        ((ListPart | SearchPart | SegmentPart | NamedPart) & { readonly broadcastUuid?: never }) | BroadcastPart
      >
    | null
    | undefined
  /** A checkbox field that must be checked, such as consent to marketing. */
  readonly require?: { readonly field: string } | null | undefined
  /** The contact fields with the address, in order of preference. Default: `chatappId`, then `phoneNumber`. */
  readonly address?: ReadonlyArray<"chatappId" | "phoneNumber"> | null | undefined
  /** The contact field used as each recipient's client reference. */
  readonly clientReference?: { readonly field: string } | null | undefined
  /** The values of each message. */
  readonly parameters?:
    | (AudienceValues & {
        /** The values of each card of a carousel, in order. */
        readonly cards?: ReadonlyArray<AudienceValues> | null | undefined
      })
    | null
    | undefined
  /** When the audience is resolved: at `acceptance`, or at the `start` of the broadcast. Default: `acceptance`. */
  readonly resolve?: "acceptance" | "start" | null | undefined
}
