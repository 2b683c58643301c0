import { Context, Effect, Layer, Option } from "effect"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import type { Template, UnsendableTemplate } from "./Template.ts"
import { TemplateStore } from "./TemplateStore.ts"
import { anyValue, type ValueCheck } from "./ValueCheck.ts"

/** A template that a catalogue lists. */
export type ListedTemplate = Template | UnsendableTemplate

/** A template with the provider's account that it belongs to, where a channel has several accounts. */
export type AccountTemplate = ListedTemplate & { readonly account?: string }

/** A template that a catalogue finds, and what its platform would refuse of values. */
export interface FoundTemplate<T extends ListedTemplate = ListedTemplate> {
  readonly template: T
  readonly check: ValueCheck
}

/** What a template is looked up by. */
export interface TemplateQuery {
  readonly name: string
  readonly locale: string
  /** The sender, whose account may have its own templates; null for any sender of the workspace. */
  readonly from: string | null
}

/** Port: the templates that broadcasts are made from. For one sender name and locale identify them. */
export class TemplateCatalog extends Context.Service<
  TemplateCatalog,
  {
    readonly find: (
      workspace: WorkspaceUuid,
      query: TemplateQuery
    ) => Effect.Effect<Option.Option<FoundTemplate>, StorageError>

    /** The locales in which `find` finds a template of this name, in any order. */
    readonly locales: (
      workspace: WorkspaceUuid,
      query: Omit<TemplateQuery, "locale">
    ) => Effect.Effect<ReadonlyArray<string>, StorageError>

    /**
     * Every template that `find` returns for a workspace, in any order. A template of several accounts is listed for each
     * of them.
     */
    readonly list: (workspace: WorkspaceUuid) => Effect.Effect<ReadonlyArray<AccountTemplate>, StorageError>
  }
>()("@rollcall/core/sending/templates/TemplateCatalog") {
  /** A catalogue of these templates, the same for every workspace. Of two with one name and locale the later counts. */
  static readonly layerOf = (templates: ReadonlyArray<Template>): Layer.Layer<TemplateCatalog> => {
    const known = byKey(templates)
    return Layer.succeed(TemplateCatalog, {
      find: (_workspace, { locale, name }) =>
        Effect.succeed(found(Option.fromUndefinedOr(known.get(key(name, locale))))),
      locales: (_workspace, { name }) => Effect.succeed(localesOf(known.values(), name)),
      list: () => Effect.succeed(Array.from(known.values()))
    })
  }

  /** The templates that each workspace keeps itself, and for what it does not keep these, as in `layerOf`. */
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
