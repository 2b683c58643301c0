import { type Caller, Template, Templates } from "@rollcall/core"
import { Channels } from "@rollcall/core/channel"
import { Effect, Schema } from "effect"
import { area } from "./Methods.ts"

const TemplateFilter = Schema.UndefinedOr(Schema.Struct({ sendable: Schema.optional(Schema.Boolean) }))

/** Reads the templates of a workspace; with `sendable` also those of its channels. */
const TemplatesOfAll = Effect.map(Effect.all([Templates, Channels]), ([kept, channels]) => ({
  replace: kept.replace,
  delete: kept.delete,
  list: (caller: Caller, filter: typeof TemplateFilter.Type) =>
    filter?.sendable === true ? channels.templates(caller) : kept.list(caller)
}))

const [name, locale] = [["name", Schema.String] as const, ["locale", Schema.String] as const]

/** Binds the methods of templates. */
export const templates = area(TemplatesOfAll, {
  replace: { takes: [["templates", Schema.Array(Template)]] },
  list: { takes: [TemplateFilter] },
  delete: { takes: [name, locale] }
})
