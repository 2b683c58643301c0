import { Context, Effect, Layer, Option } from "effect"
import type { WorkspaceUuid } from "../kernel/Ids.ts"
import type { StorageError } from "../kernel/StorageError.ts"
import type { Template } from "./Template.ts"

/** Port: the templates that broadcasts are made from, looked up by name and locale (B5). */
export class TemplateCatalog extends Context.Service<
  TemplateCatalog,
  {
    readonly find: (
      workspace: WorkspaceUuid,
      name: string,
      locale: string
    ) => Effect.Effect<Option.Option<Template>, StorageError>
  }
>()("@rollcall/core/broadcasts/TemplateCatalog") {
  /** A catalogue of these templates, the same for every workspace. Of two with one name and locale the later counts. */
  static readonly layerOf = (templates: ReadonlyArray<Template>): Layer.Layer<TemplateCatalog> => {
    const byKey = new Map(templates.map((template) => [key(template.name, template.locale), template]))
    return Layer.succeed(TemplateCatalog, {
      find: (_workspace, name, locale) => Effect.succeed(Option.fromUndefinedOr(byKey.get(key(name, locale))))
    })
  }
}

const key = (name: string, locale: string): string => JSON.stringify([name, locale])
