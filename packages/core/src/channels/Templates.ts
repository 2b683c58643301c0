import { Context, Effect, Layer, Schema, SchemaIssue } from "effect"
import { withSpans } from "../shared/Spans.ts"
import type { WorkspaceUuid } from "../shared/Ids.ts"
import { issue, InvalidInput } from "../shared/Issue.ts"
import type { StorageError } from "../shared/StorageError.ts"
import { compareCodePoints } from "../shared/Text.ts"
import { Template } from "../templates/Template.ts"
import type { AccountTemplate, ListedTemplate } from "../templates/TemplateCatalog.ts"
import { TemplateStore } from "../templates/TemplateStore.ts"
import { Channels } from "./Channels.ts"

/** The workspace keeps no template with this name and locale. */
export class TemplateNotFound extends Schema.TaggedError<TemplateNotFound>()("TemplateNotFound", {
  name: Schema.String,
  locale: Schema.String
}) {
  override get message(): string {
    return `There is no template ${JSON.stringify(this.name)} in locale ${JSON.stringify(this.locale)}.`
  }
}

/** A template that a channel has. One that is unsendable is listed with what is in the way (B25). */
export type OfferedTemplate = AccountTemplate & { readonly channelType: string }

/** Manages the templates that a workspace keeps itself, and lists those that it can send (B5). */
export class Templates extends Context.Service<
  Templates,
  {
    /**
     * Adds templates, or none. Each replaces the one with its name and locale. Validates them, whatever their type says:
     * fails with every issue, whose place is a path such as `[2].cards[0].header`.
     */
    readonly put: (
      workspace: WorkspaceUuid,
      templates: ReadonlyArray<Template>
    ) => Effect.Effect<void, InvalidInput | StorageError>

    /** Every template that the workspace keeps by name, then by locale. */
    readonly list: (workspace: WorkspaceUuid) => Effect.Effect<ReadonlyArray<Template>, StorageError>

    /**
     * Every template that a broadcast of the workspace may name: its own, and those of the channel and of the operator that
     * it has none in the place of. By name, then by locale, then in the order of the channels: one that several channels
     * have is returned for each, and so is one of several accounts. Only an approved one is sent.
     */
    readonly offered: (workspace: WorkspaceUuid) => Effect.Effect<ReadonlyArray<OfferedTemplate>, StorageError>

    /** Removes a template. Broadcasts that were accepted with it go on (B9). */
    readonly remove: (
      workspace: WorkspaceUuid,
      name: string,
      locale: string
    ) => Effect.Effect<void, TemplateNotFound | StorageError>
  }
>()("@rollcall/core/templates/Templates") {
  static readonly layer = Layer.effect(
    Templates,
    Effect.gen(function* () {
      const store = yield* TemplateStore
      const { all } = yield* Channels
      return Templates.of(
        withSpans("Templates", {
          put: Effect.fnUntraced(function* (workspace: WorkspaceUuid, templates: ReadonlyArray<Template>) {
            yield* store.put(workspace, yield* checked(templates))
          }),
          list: (workspace: WorkspaceUuid) => store.list(workspace),
          offered: (workspace: WorkspaceUuid) =>
            Effect.map(
              Effect.forEach(all, ({ channel: { channelType }, templates }) =>
                Effect.map(templates.list(workspace), (listed) =>
                  listed.map((template): OfferedTemplate => ({ ...template, channelType }))
                )
              ),
              (offered) => offered.flat().toSorted(byName)
            ),
          remove: Effect.fnUntraced(function* (workspace: WorkspaceUuid, name: string, locale: string) {
            const isRemoved = yield* store.remove(workspace, name, locale)
            if (!isRemoved) return yield* new TemplateNotFound({ name, locale })
          })
        })
      )
    })
  )
}

const byName = (a: ListedTemplate, b: ListedTemplate): number =>
  compareCodePoints(a.name, b.name) || compareCodePoints(a.locale, b.locale)

const decode = Schema.decodeUnknownEffect(Schema.Array(Template), { errors: "all", onExcessProperty: "error" })

const checked = (templates: ReadonlyArray<Template>) =>
  Effect.mapError(decode(templates), ({ issue }) => new InvalidInput({ issues: format(issue).issues.map(toIssue) }))

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const toIssue = ({ message, path = [] }: ReturnType<typeof format>["issues"][number]) => {
  const keys = path.map((step) => (typeof step === "object" ? step.key : step))
  const place = keys.map((key) => (typeof key === "number" ? key : String(key)))
  return issue("value_error", place, message.replace(/\s+/g, " "))
}
