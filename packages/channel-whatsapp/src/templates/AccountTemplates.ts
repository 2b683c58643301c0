import { StorageError, type Template, type WorkspaceUuid } from "@rollcall/core"
import { SendError, TemplateCatalog } from "@rollcall/core/channel"
import { Effect, Option, Result, Schema } from "effect"
import { type Remembered, remember } from "../accounts/Remembered.ts"
import type { WhatsAppAccount } from "../accounts/WhatsAppAccount.ts"
import { accountsOf, type WhatsAppAccounts } from "../accounts/WhatsAppAccounts.ts"
import type { GraphApi } from "../graph/GraphApi.ts"
import type { WhatsAppSettings } from "../WhatsAppSettings.ts"
import { layoutOf, type TemplateLayout } from "./TemplateLayout.ts"
import { TemplatePage, TemplateShape } from "./TemplateShape.ts"

/** The templates of a business account, by name and locale. */
type Layouts = ReadonlyMap<string, TemplateLayout>

/** The templates of the accounts: read when they are asked for, remembered, and read again. */
export interface AccountTemplates {
  /** A template of the account, which a broadcast is sent with. */
  readonly find: (
    account: WhatsAppAccount,
    name: string,
    locale: string
  ) => Effect.Effect<Option.Option<TemplateLayout>, SendError>
  /** Has the templates of a business account read again when they are asked for next. */
  readonly forget: (businessAccountId: string) => Effect.Effect<void>
  readonly catalog: TemplateCatalog["Service"]
}

const decodePage = Schema.decodeUnknownOption(TemplatePage)
const decodeShape = Schema.decodeUnknownResult(TemplateShape)

/** The most templates on a page, and the most pages of one account. */
const pageSize = 100
const mostPages = 200

export const makeAccountTemplates = (
  api: GraphApi,
  accounts: WhatsAppAccounts["Service"],
  { refreshEvery }: WhatsAppSettings
): AccountTemplates => {
  const remembered = new Map<string, Remembered<Layouts, SendError>>()

  const rememberedOf = (businessAccountId: string): Remembered<Layouts, SendError> => {
    const found = remembered.get(businessAccountId)
    if (found !== undefined) return found
    const made = remember<Layouts, SendError>("the templates of a business account", refreshEvery)
    remembered.set(businessAccountId, made)
    return made
  }

  const layoutsOf = (account: WhatsAppAccount) => rememberedOf(account.businessAccountId).get(readLayouts(api, account))

  const find: AccountTemplates["find"] = Effect.fnUntraced(function* (account, name, locale) {
    const found = (yield* layoutsOf(account)).get(keyOf(name, locale))
    if (found !== undefined) return Option.some(found)
    // It may have been made since.
    yield* rememberedOf(account.businessAccountId).reload
    return Option.fromUndefinedOr((yield* layoutsOf(account)).get(keyOf(name, locale)))
  })

  /** One account for each business account of a workspace: templates belong to that. */
  const owners = (workspace: WorkspaceUuid) =>
    Effect.map(accountsOf(accounts, workspace), (all) =>
      Array.from(new Map(all.map((account) => [account.businessAccountId, account])).values())
    )

  const catalog = TemplateCatalog.of({
    find: Effect.fn("TemplateCatalog.find")(function* (workspace, name, locale) {
      const found = yield* Effect.forEach(yield* owners(workspace), (account) =>
        unavailable(find(account, name, locale))
      )
      const templates = found.flatMap(Option.toArray).map(({ template }) => template)
      return Option.fromUndefinedOr(templates.find(({ status }) => status === "approved") ?? templates[0])
    }),
    list: Effect.fn("TemplateCatalog.list")(function* (workspace) {
      const layouts = yield* Effect.forEach(yield* owners(workspace), (account) => unavailable(layoutsOf(account)))
      const all = new Map<string, Template>()
      for (const [key, { template }] of layouts.flatMap((of) => Array.from(of))) {
        if (all.get(key)?.status !== "approved") all.set(key, template)
      }
      return Array.from(all.values())
    })
  })

  return {
    find,
    forget: (businessAccountId) => remembered.get(businessAccountId)?.forget ?? Effect.void,
    catalog
  }
}

const keyOf = (name: string, locale: string): string => JSON.stringify([name, locale])

const unavailable = <A>(effect: Effect.Effect<A, SendError>): Effect.Effect<A, StorageError> =>
  Effect.mapError(effect, (cause) => new StorageError({ reason: "Unavailable", cause }))

/**
 * Reads every template of a business account. Pages follow one another by their cursor: the URL of the next page is not
 * requested, because it would get the token wherever it leads.
 */
const readLayouts = Effect.fnUntraced(function* (api: GraphApi, account: WhatsAppAccount) {
  const layouts = new Map<string, TemplateLayout>()
  const skipped: Array<string> = []
  let after: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const answer = yield* api.get(account, `${account.businessAccountId}/message_templates`, {
      fields: "name,language,status,parameter_format,components",
      limit: String(pageSize),
      ...(after !== undefined && { after })
    })
    const decoded = decodePage(answer)
    if (Option.isNone(decoded)) {
      return yield* new SendError({ reason: "Transient", detail: "the list of templates has an unknown form" })
    }
    for (const one of decoded.value.data) {
      const shape = decodeShape(one)
      const layout = Result.isSuccess(shape) ? layoutOf(shape.success) : Option.none()
      if (Option.isSome(layout)) {
        layouts.set(keyOf(layout.value.template.name, layout.value.template.locale), layout.value)
      } else {
        skipped.push(Result.isSuccess(shape) ? shape.success.name : "?")
      }
    }
    const { cursors, next } = decoded.value.paging ?? {}
    if (next === undefined) break
    const following = cursors?.after ?? URL.parse(next)?.searchParams.get("after") ?? undefined
    if (following === undefined || following === after) break
    after = following
  }
  if (skipped.length > 0) {
    yield* Effect.logWarning("templates were left out that broadcasts cannot fill in").pipe(
      Effect.annotateLogs({ businessAccount: account.businessAccountId, templates: skipped.join(", ") })
    )
  }
  return layouts
})
