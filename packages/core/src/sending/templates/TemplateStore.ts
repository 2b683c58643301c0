import { Context, type Effect, type Option } from "effect"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import type { Template } from "./Template.ts"

/** Port: the templates that a workspace keeps itself. Name and locale identify them, compared by code point. */
export class TemplateStore extends Context.Service<
  TemplateStore,
  {
    /**
     * Adds templates in one step. Each replaces the template with its name and locale. Of two with one name and locale
     * the later counts.
     */
    readonly put: (workspace: WorkspaceUuid, templates: ReadonlyArray<Template>) => Effect.Effect<void, StorageError>

    readonly find: (
      workspace: WorkspaceUuid,
      name: string,
      locale: string
    ) => Effect.Effect<Option.Option<Template>, StorageError>

    /** Every template of the workspace by name, then by locale, both by code point. */
    readonly list: (workspace: WorkspaceUuid) => Effect.Effect<ReadonlyArray<Template>, StorageError>

    /** Removes a template. False if it does not exist. Broadcasts that were accepted with it stay as they are. */
    readonly remove: (workspace: WorkspaceUuid, name: string, locale: string) => Effect.Effect<boolean, StorageError>
  }
>()("@rollcall/core/sending/templates/TemplateStore") {}
