import { Context, Effect, Layer, Option } from "effect"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import type { Template, UnsendableTemplate } from "./Template.ts"
import { TemplateStore } from "./TemplateStore.ts"
import { anyValue, type ValueCheck } from "./ValueCheck.ts"

/** A template listed by a catalogue. */
export type ListedTemplate = Template | UnsendableTemplate

/** A template with its account at the provider, for a channel with several accounts. */
export type AccountTemplate = ListedTemplate & { readonly account?: string }

/** A template found in a catalogue, with the platform's check of values. */
export interface FoundTemplate<T extends ListedTemplate = ListedTemplate> {
  readonly template: T
  readonly check: ValueCheck
}

/** A query for a template. */
export interface TemplateQuery {
  readonly name: string
  readonly locale: string
  /** The sender, because its account may have its own templates; null for any sender of the workspace. */
  readonly from: string | null
}

/** Port: the templates for broadcasts. For one sender, name and locale identify a template. */
export class TemplateCatalog extends Context.Service<
  TemplateCatalog,
  {
    readonly find: (
      workspace: WorkspaceUuid,
      query: TemplateQuery
    ) => Effect.Effect<Option.Option<FoundTemplate>, StorageError>

    /** Returns the locales in which `find` finds a template with this name, in any order. */
    readonly locales: (
      workspace: WorkspaceUuid,
      query: Omit<TemplateQuery, "locale">
    ) => Effect.Effect<ReadonlyArray<string>, StorageError>

    /**
     * Returns every template that `find` finds for a workspace, in any order. A template of several accounts is listed once
     * for each account.
     */
    readonly list: (workspace: WorkspaceUuid) => Effect.Effect<ReadonlyArray<AccountTemplate>, StorageError>
  }
>()("@rollcall/core/sending/templates/TemplateCatalog") {
  /**
   * Makes a catalogue of these templates for every workspace. Of templates with the same name and locale, the last is used.
   */
  static readonly layerOf = (templates: ReadonlyArray<Template>): Layer.Layer<TemplateCatalog> => {
    const known = byKey(templates)
    return Layer.succeed(TemplateCatalog, {
      find: (_workspace, { locale, name }) =>
        Effect.succeed(found(Option.fromUndefinedOr(known.get(key(name, locale))))),
      locales: (_workspace, { name }) => Effect.succeed(localesOf(known.values(), name)),
      list: () => Effect.succeed(Array.from(known.values()))
    })
  }

  /** Makes a catalogue of the templates stored by each workspace, with these templates as a fallback. */
  static readonly layerStored = (
    fallback: ReadonlyArray<Template>
  ): Layer.Layer<TemplateCatalog, never, TemplateStore> => {
    const known = byKey(fallback)
    return Layer.effect(
      TemplateCatalog,
      Effect.map(TemplateStore, (store) => {
        const list = (workspace: WorkspaceUuid) =>
          Effect.map(store.list(workspace), (stored) => Array.from(byKey([...known.values(), ...stored]).values()))
        return {
          find: (workspace, { locale, name }) =>
            Effect.map(store.find(workspace, name, locale), (stored) =>
              found(Option.orElse(stored, () => Option.fromUndefinedOr(known.get(key(name, locale)))))
            ),
          locales: (workspace, { name }) => Effect.map(list(workspace), (all) => localesOf(all, name)),
          list
        }
      })
    )
  }
}

const byKey = (templates: ReadonlyArray<Template>): ReadonlyMap<string, Template> =>
  new Map(templates.map((template) => [key(template.name, template.locale), template]))

const found = Option.map((template: Template): FoundTemplate => ({ template, check: anyValue }))

const localesOf = (templates: Iterable<Template>, name: string): ReadonlyArray<string> =>
  Array.from(templates).flatMap((template) => (template.name === name ? [template.locale] : []))

const key = (name: string, locale: string): string => JSON.stringify([name, locale])
