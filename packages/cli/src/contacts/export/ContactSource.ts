import type { Contact, SearchRequest } from "@rollcall/core"
import { Context, type Effect } from "effect"
import type { CommandRefused } from "../../CommandRefused.ts"
import type { KnownField } from "../reading/ColumnMap.ts"

/** A contact as it is exported: its resource (C5). */
export type ExportedContact = Omit<Contact, "clientReference">

/** Port: where contacts are exported from. */
export class ContactSource extends Context.Service<
  ContactSource,
  {
    /** How many contacts a page has, but for the last. */
    readonly pageSize: number

    /** The active custom fields, oldest first. */
    readonly definitions: Effect.Effect<ReadonlyArray<KnownField>, CommandRefused>

    /** A page of a search, after the first `offset` contacts. It tries again on its own before it gives up. */
    readonly page: (
      request: SearchRequest,
      offset: number
    ) => Effect.Effect<ReadonlyArray<ExportedContact>, CommandRefused>
  }
>()("@rollcall/cli/contacts/ContactSource") {}
