import { compareCodePoints, type Template, TemplateStore } from "@rollcall/core"
import { Effect, Layer, Option } from "effect"
import { Database } from "../kernel/Database.ts"
import { keyOf } from "../kernel/Rows.ts"

const nameOf = ({ locale, name }: Pick<Template, "name" | "locale">): string => JSON.stringify([name, locale])

export const layerTemplateStore = Layer.effect(
  TemplateStore,
  Effect.map(Database, ({ read, write }) =>
    TemplateStore.of({
      put: (workspace, given) =>
        write(({ templates }) => {
          for (const template of given) templates.set(keyOf(workspace, nameOf(template)), { workspace, template })
        }),

      find: (workspace, name, locale) =>
        read(({ templates }) =>
          Option.map(
            Option.fromUndefinedOr(templates.get(keyOf(workspace, nameOf({ name, locale })))),
            ({ template }) => template
          )
        ),

      list: (workspace) =>
        read(({ templates }) =>
          Array.from(templates.values())
            .filter((row) => row.workspace === workspace)
            .map(({ template }) => template)
            .toSorted((a, b) => compareCodePoints(a.name, b.name) || compareCodePoints(a.locale, b.locale))
        ),

      remove: (workspace, name, locale) =>
        write(({ templates }) => templates.delete(keyOf(workspace, nameOf({ name, locale }))))
    })
  )
)
