import type { ContactFilter } from "./Search.ts"

/** What a broadcast is, besides its recipients. */
export interface BroadcastFields {
  /** The name of the broadcast, for people. */
  readonly name: string
  /** The name of an approved template of the workspace or the channel. */
  readonly templateName: string
  /** The language code of the template, such as `en`. Default: `en`. */
  readonly locale?: string | null | undefined
  /** The sender: a number or a name that the channel has for the workspace, of at most 255 characters. */
  readonly from: string
  /** The `channelType` of the channel that sends it. Default: the first channel of the host. */
  readonly channelType?: string | null | undefined
  /** When it starts: a `Date`, or an ISO 8601 string, which is UTC without an offset. Default: at once. */
  readonly scheduledFor?: Date | string | null | undefined
  /** When it ends: no send begins at or after this time. A `Date` or ISO 8601 string. Default: never. */
  readonly validUntil?: Date | string | null | undefined
  /**
   * The idempotency key, of at most 255 characters. A repeated call with it returns the first answer and creates no second
   * broadcast.
   */
  readonly clientUniqueIdentifier?: string | null | undefined
  /** The parameters that all messages share, and the order of the other parameters. */
  readonly parameters?: BroadcastParameters | null | undefined
  /** The version of the request format. Default: the newest. */
  readonly version?: number | null | undefined
}

/** The order in which named values become the values of a template, `{{1}}`, `{{2}}` and so on. */
interface ParameterOrders {
  /** The names of the values of the body, in the order of the template. */
  readonly bodyOrder?: ReadonlyArray<string> | null | undefined
  /** The names of the values of the buttons, in the order of the template. */
  readonly buttonOrder?: ReadonlyArray<string> | null | undefined
}

/** The template parameters of a broadcast. */
export interface BroadcastParameters extends ParameterOrders {
  /** The header of every message, if the template has one. A recipient's header replaces it. */
  readonly header?:
    | {
        /** What the header shows. Default: `text`. */
        readonly type?: "text" | "image" | "video" | "document" | null | undefined
        /** The string, or the URL of the file. */
        readonly value?: string | null | undefined
      }
    | null
    | undefined
  /** The cards of a carousel, in order. */
  readonly cards?: ReadonlyArray<CardParameters> | null | undefined
}

/** The parameters of a card in all messages. */
export interface CardParameters extends ParameterOrders {
  /** The header of the card in every message. */
  readonly header?:
    | {
        /** What the header shows: `image` or `video`. */
        readonly type: string
        /** The URL of the file. */
        readonly value?: string | null | undefined
      }
    | null
    | undefined
}

/** The values of a recipient, or of a card of its message. */
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
  /** The values of the body by name. */
  readonly body?: { readonly [name: string]: string } | null | undefined
  /** The values of the buttons by name. */
  readonly button?: { readonly [name: string]: string } | null | undefined
}

/** The values of one recipient. */
export interface RecipientValues extends MessageValues {
  /** The values of each card of a carousel, in order. */
  readonly cards?: ReadonlyArray<MessageValues> | null | undefined
}

/** One recipient of a broadcast. */
export interface RecipientInput {
  /** The phone number with country code, in any spelling. */
  readonly identifier: string
  /** Your own reference, of at most 255 characters. `recipients.list` finds the recipient by it. */
  readonly clientReference?: string | null | undefined
  /** The values of the message to this recipient. */
  readonly parameters?: RecipientValues | null | undefined
}

/** The members that a part of an audience can't have next to its own member. */
type Apart<Own extends string> = {
  readonly [Member in Exclude<"contactListUuid" | "search" | "segmentUuid" | "contactUuids", Own>]?: never
}

/** The contacts of a list. */
interface ListPart extends Apart<"contactListUuid"> {
  /** The uuid of the list. */
  readonly contactListUuid: string
}

/** The contacts that a search finds. */
interface SearchPart extends Apart<"search"> {
  /** The search: a term, filters, or both. */
  readonly search: ContactFilter
}

/** The contacts of a segment. */
interface SegmentPart extends Apart<"segmentUuid"> {
  /** The uuid of the segment. */
  readonly segmentUuid: string
}

/** Contacts by uuid. */
interface NamedPart extends Apart<"contactUuids"> {
  /** The uuids of up to 20,000 contacts. */
  readonly contactUuids: ReadonlyArray<string>
}

/** The recipients of an earlier broadcast with certain outcomes. */
interface BroadcastPart extends Apart<never> {
  /** The uuid of the broadcast. */
  readonly broadcastUuid: string
  /** The outcomes of the recipients. */
  readonly outcomes: ReadonlyArray<"pending" | "unknown" | "sent" | "delivered" | "read" | "undeliverable" | "rejected">
}

/** Contacts that an audience includes: of a list, a search or a segment, or by uuid. */
export type IncludedPart = ListPart | SearchPart | SegmentPart | NamedPart

/** The value of a parameter for each contact: the same string for all, or the value of a contact's field. */
export type AudienceValue =
  | {
      /** The string, the same for all. */
      readonly value: string
      readonly field?: never
      readonly fallback?: never
      readonly format?: never
    }
  | {
      /** The field of the contact to take the value from, predefined or custom. */
      readonly field: string
      /** The string for contacts without a value. Default: none, so these contacts are not reached. */
      readonly fallback?: string | null | undefined
      /**
       * How the value is written: a timestamp as `date_time` (the default), `date`, `full_date` or `time`; a date as `date` or
       * `full_date`; an integer as `integer`, without separators (the default), or as `decimal`, with them.
       */
      readonly format?: "date_time" | "date" | "full_date" | "time" | "integer" | "decimal" | null | undefined
      readonly value?: never
    }

/** The values of the messages to an audience. */
export interface AudienceValues {
  /** The header. */
  readonly header?: AudienceValue | null | undefined
  /** The values of the body by name. */
  readonly body?: { readonly [name: string]: AudienceValue } | null | undefined
  /** The values of the buttons by name. */
  readonly button?: { readonly [name: string]: AudienceValue } | null | undefined
}

/** The contacts that a broadcast reaches, and the values of their messages. */
export interface Audience {
  /** Lists, searches, segments or contacts by uuid, 1 to 50 parts. The audience is their union. */
  readonly include: ReadonlyArray<IncludedPart>
  /** Contacts of the union that are not reached: at most 50 parts as above, or the recipients of an earlier broadcast. */
  readonly exclude?:
    | ReadonlyArray<
        ((ListPart | SearchPart | SegmentPart | NamedPart) & { readonly broadcastUuid?: never }) | BroadcastPart
      >
    | null
    | undefined
  /** The checkbox field that must be checked for a contact, such as the consent to marketing. */
  readonly require?: { readonly field: string } | null | undefined
  /** The fields to take the address from, in this order. Default: `chatappId`, then `phoneNumber`. */
  readonly address?: ReadonlyArray<"chatappId" | "phoneNumber"> | null | undefined
  /** The field to use as the client reference of each recipient. */
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
