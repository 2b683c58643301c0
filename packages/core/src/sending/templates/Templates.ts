import { Context, Effect, Layer, Schema, SchemaIssue } from "effect"
import { makeWorkspaceCheck } from "../../shared/ExistingWorkspaces.ts"
import { noInputs, workspaceService } from "../../shared/WorkspaceService.ts"
import type { Caller } from "../../shared/Ids.ts"
import { issue, InvalidInput } from "../../shared/Issue.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { Template } from "./Template.ts"
import { TemplateStore } from "./TemplateStore.ts"

/** The workspace has no stored template with this name and locale. */
export class TemplateNotFound extends Schema.TaggedError<TemplateNotFound>()("TemplateNotFound", {
  name: Schema.String,
  locale: Schema.String
}) {
  override get message(): string {
    return `There is no template ${JSON.stringify(this.name)} in locale ${JSON.stringify(this.locale)}.`
  }
}

/**
 * Manages the templates stored by a workspace. `Channels` lists all templates that the workspace can send.
 *
 * @example
 * const templates = yield* Templates
 * yield* templates.replace(caller, [
 *   { kind: "plain", name: "welcome", locale: "en", status: "approved", header: null, body: 1, buttons: 0 }
 * ])
 * return yield* templates.list(caller)
 */
export class Templates extends Context.Service<
  Templates,
  {
    /**
     * Adds or replaces templates by name and locale. Validates the templates at runtime too. Fails with every issue, with a
     * path such as `[2].cards[0].header`.
     *
     * @param templates The templates to store; may be empty. Each template replaces a stored template as a whole.
     * @example
     * const templates = yield* Templates
     * yield* templates.replace(caller, [
     *   { kind: "plain", name: "welcome", locale: "en", status: "approved", header: null, body: 1, buttons: 0 }
     * ])
     */
    readonly replace: (
      caller: Caller,
      templates: ReadonlyArray<Template>
    ) => Effect.Effect<void, InvalidInput | StorageError>

    /**
     * Returns the workspace's stored templates by name, then by locale.
     *
     * @example
     * const templates = yield* Templates
     * return (yield* templates.list(caller)).map(({ locale, name }) => `${name} ${locale}`)
     */
    readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<Template>, StorageError>

    /**
     * Removes a template. Accepted broadcasts continue.
     *
     * @param name The exact name.
     * @param locale The exact locale: `en` is not `en_US`.
     * @example
     * const templates = yield* Templates
     * yield* templates.delete(caller, "welcome", "en")
     */
    readonly delete: (
      caller: Caller,
      name: string,
      locale: string
    ) => Effect.Effect<void, TemplateNotFound | StorageError>
  }
>()("@rollcall/core/sending/templates/Templates") {
  static readonly layer = Layer.effect(
    Templates,
    Effect.gen(function* () {
      const store = yield* TemplateStore
      const checkWorkspace = yield* makeWorkspaceCheck
      return Templates.of(
        workspaceService("Templates", noInputs, {
          replace: Effect.fnUntraced(function* ({ workspace }: Caller, templates: ReadonlyArray<Template>) {
            const usable = yield* checked(templates)
            yield* checkWorkspace(workspace)
            yield* store.put(workspace, usable)
          }),
          list: ({ workspace }: Caller) => store.list(workspace),
          delete: Effect.fnUntraced(function* ({ workspace }: Caller, name: string, locale: string) {
            const isRemoved = yield* store.remove(workspace, name, locale)
            if (!isRemoved) return yield* new TemplateNotFound({ name, locale })
          })
        })
      )
    })
  )
}

const decode = Schema.decodeUnknownEffect(Schema.Array(Template), { errors: "all", onExcessProperty: "error" })

const checked = (templates: ReadonlyArray<Template>) =>
  Effect.mapError(decode(templates), ({ issue }) => new InvalidInput({ issues: format(issue).issues.map(toIssue) }))

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const toIssue = ({ message, path = [] }: ReturnType<typeof format>["issues"][number]) => {
  const keys = path.map((step) => (typeof step === "object" ? step.key : step))
  const place = keys.map((key) => (typeof key === "number" ? key : String(key)))
  return issue("value_error", place, message.replace(/\s+/g, " "))
}
