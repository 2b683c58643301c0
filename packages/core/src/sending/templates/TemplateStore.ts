import { Context, type Effect, type Option } from "effect"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import type { Template } from "./Template.ts"

/** Port: the templates that a workspace stores itself. Name and locale identify a template, compared by code point. */
export class TemplateStore extends Context.Service<
  TemplateStore,
  {
    /**
     * Adds or replaces templates by name and locale, in one step. Of templates with the same name and locale, the last is
     * used.
     */
    readonly put: (workspace: WorkspaceUuid, templates: ReadonlyArray<Template>) => Effect.Effect<void, StorageError>

    readonly find: (
      workspace: WorkspaceUuid,
      name: string,
      locale: string
    ) => Effect.Effect<Option.Option<Template>, StorageError>

    /** Returns every template of the workspace by name, then by locale, both by code point. */
    readonly list: (workspace: WorkspaceUuid) => Effect.Effect<ReadonlyArray<Template>, StorageError>

    /** Removes a template. Returns false if the template does not exist. Accepted broadcasts don't change. */
    readonly remove: (workspace: WorkspaceUuid, name: string, locale: string) => Effect.Effect<boolean, StorageError>
  }
>()("@rollcall/core/sending/templates/TemplateStore") {}
