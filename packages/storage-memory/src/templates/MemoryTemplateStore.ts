import type { Template } from "@rollcall/core"
import { compareCodePoints, TemplateStore } from "@rollcall/core/storage"
import { Option } from "effect"
import { storeLayer } from "../database/Database.ts"

export const layer = storeLayer(TemplateStore, ({ read, write }) => ({
  put: (workspace, given) =>
    write(({ templates }) => {
      for (const template of given) templates.set(workspace, keyOf(template), template)
    }),

  find: (workspace, name, locale) =>
    read(({ templates }) => Option.fromUndefinedOr(templates.get(workspace, keyOf({ name, locale })))),

  list: (workspace) =>
    read(({ templates }) =>
      templates
        .rows(workspace)
        .toSorted((a, b) => compareCodePoints(a.name, b.name) || compareCodePoints(a.locale, b.locale))
    ),

  remove: (workspace, name, locale) => write(({ templates }) => templates.remove(workspace, keyOf({ name, locale })))
}))

const keyOf = ({ locale, name }: Pick<Template, "name" | "locale">): string => JSON.stringify([name, locale])
