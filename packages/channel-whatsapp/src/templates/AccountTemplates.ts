import type { StorageError, WorkspaceUuid } from "@rollcall/core"
import { anyValue, type FoundTemplate, type ListedTemplate, SendError, TemplateCatalog } from "@rollcall/core/channel"
import { Effect, Option, Result, Schema } from "effect"
import { type Remembered, remember } from "../accounts/Remembered.ts"
import type { Senders } from "../accounts/Senders.ts"
import type { WhatsAppAccount } from "../graph/WhatsAppAccount.ts"
import { accountsOf, type WhatsAppAccounts } from "../accounts/WhatsAppAccounts.ts"
import type { GraphApi } from "../graph/GraphApi.ts"
import { toUnanswered } from "../graph/GraphErrors.ts"
import { checkOf } from "./ValueProblems.ts"
import type { WhatsAppSettings } from "../WhatsAppSettings.ts"
import { type ReadTemplate, readTemplate, statusOf, type TemplateLayout } from "./TemplateLayout.ts"
import { TemplateIdentity, TemplatePage, TemplateShape } from "./TemplateShape.ts"

/** The templates of a business account, by name and locale. */
type AccountLayouts = ReadonlyMap<string, ReadTemplate>

/** Caches the templates of business accounts. */
export interface AccountTemplates {
  /** Returns a template of the account; none if the template doesn't exist or can't be sent. */
  readonly find: (
    account: WhatsAppAccount,
    name: string,
    locale: string
  ) => Effect.Effect<Option.Option<TemplateLayout>, SendError>
  /** Drops the cached templates of a business account, so that the next call reads the templates again. */
  readonly forget: (businessAccountId: string) => Effect.Effect<void>
  readonly catalog: TemplateCatalog["Service"]
}

const decodePage = Schema.decodeUnknownOption(TemplatePage)
const decodeShape = Schema.decodeUnknownOption(TemplateShape)
const decodeIdentity = Schema.decodeUnknownOption(TemplateIdentity)

/** The maximum number of templates per page, and of pages per account. */
const pageSize = 100
const mostPages = 200

export const makeAccountTemplates = (
  api: GraphApi,
  accounts: WhatsAppAccounts["Service"],
  findSender: Senders["find"],
  { refreshEvery }: WhatsAppSettings
): AccountTemplates => {
  const remembered = new Map<string, Remembered<AccountLayouts, SendError>>()

  const rememberedOf = (businessAccountId: string): Remembered<AccountLayouts, SendError> => {
    const found = remembered.get(businessAccountId)
    if (found !== undefined) return found
    const made = remember<AccountLayouts, SendError>("the templates of a business account", refreshEvery)
    remembered.set(businessAccountId, made)
    return made
  }

  const layoutsOf = (account: WhatsAppAccount) =>
    rememberedOf(account.businessAccountId).get(
      Effect.retry(readLayouts(api, account), { while: ({ code }) => code === staleCursor, times: 2 })
    )

  const read = Effect.fnUntraced(function* (account: WhatsAppAccount, name: string, locale: string) {
    const found = (yield* layoutsOf(account)).get(keyOf(name, locale))
    if (found !== undefined) return Option.some(found)
    // The template may be newer than the cache.
    yield* rememberedOf(account.businessAccountId).reload
    return Option.fromUndefinedOr((yield* layoutsOf(account)).get(keyOf(name, locale)))
  })

  /**
   * Returns one account for each business account of a workspace, or only the account of the sender `from`. Templates
   * belong to business accounts.
   */
  const owners = Effect.fnUntraced(function* (workspace: WorkspaceUuid, from: string | null) {
    if (from !== null) return Option.toArray(yield* findSender(workspace, from))
    const all = yield* accountsOf(accounts, workspace)
    return Array.from(new Map(all.map((account) => [account.businessAccountId, account])).values())
  })

  const catalog = TemplateCatalog.of({
    find: Effect.fn("TemplateCatalog.find")(function* (workspace, { from, locale, name }) {
      const found = yield* unavailable(
        Effect.flatMap(
          owners(workspace, from),
          Effect.forEach((account) => read(account, name, locale))
        )
      )
      const templates = found.flatMap(Option.toArray).map(toFound)
      return Option.fromUndefinedOr(templates.find(({ template }) => isApproved(template)) ?? templates[0])
    }),
    locales: Effect.fn("TemplateCatalog.locales")(function* (workspace, { from, name }) {
      const layouts = yield* unavailable(Effect.flatMap(owners(workspace, from), Effect.forEach(layoutsOf)))
      const templates = layouts.flatMap((of) => Array.from(of.values(), listed))
      return Array.from(new Set(templates.flatMap((template) => (template.name === name ? [template.locale] : []))))
    }),
    list: Effect.fn("TemplateCatalog.list")(function* (workspace) {
      const all = Effect.forEach((account: WhatsAppAccount) =>
        Effect.map(layoutsOf(account), (of) =>
          Array.from(of.values(), (read) => ({ ...listed(read), account: account.businessAccountId }))
        )
      )
      return (yield* unavailable(Effect.flatMap(owners(workspace, null), all))).flat()
    })
  })

  return {
    find: (account, name, locale) => Effect.map(read(account, name, locale), Option.flatMap(Result.getSuccess)),
    forget: (businessAccountId) => remembered.get(businessAccountId)?.forget ?? Effect.void,
    catalog
  }
}

/** The error code for an expired page cursor. Reading then restarts at the first page. */
const staleCursor = "131059"

const keyOf = (name: string, locale: string): string => JSON.stringify([name, locale])

const isApproved = ({ kind, status }: ListedTemplate): boolean => kind !== "unsendable" && status === "approved"

const listed = (read: ReadTemplate): ListedTemplate => (Result.isSuccess(read) ? read.success.template : read.failure)

const toFound = (read: ReadTemplate): FoundTemplate => ({
  template: listed(read),
  check: Result.isSuccess(read) ? checkOf(read.success) : anyValue
})

const unavailable = <A>(effect: Effect.Effect<A, SendError | StorageError>): Effect.Effect<A, StorageError> =>
  Effect.catchTag(effect, "SendError", toUnanswered)

/**
 * Reads every template of a business account, page by page. Requests pages by cursor, because a request to the URL in
 * `next` would send the token to any host that the URL names.
 */
const readLayouts = Effect.fnUntraced(function* (api: GraphApi, account: WhatsAppAccount) {
  const layouts = new Map<string, ReadTemplate>()
  let unreadable = 0
  let after: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const answer = yield* api.get(account, `${account.businessAccountId}/message_templates`, {
      fields: "name,language,status,category,parameter_format,components",
      limit: String(pageSize),
      ...(after !== undefined && { after })
    })
    const decoded = decodePage(answer)
    if (Option.isNone(decoded)) {
      return yield* new SendError({ reason: "Transient", detail: "the list of templates has an unknown form" })
    }
    for (const one of decoded.value.data) {
      const read = readOne(one)
      if (Option.isSome(read)) layouts.set(keyOf(listed(read.value).name, listed(read.value).locale), read.value)
      else unreadable++
    }
    const { cursors, next } = decoded.value.paging ?? {}
    if (next === undefined) break
    const following = cursors?.after ?? URL.parse(next)?.searchParams.get("after") ?? undefined
    if (following === undefined || following === after) break
    after = following
  }
  const unsendable = Array.from(layouts.values()).flatMap((read) => (Result.isFailure(read) ? [read.failure.name] : []))
  if (unsendable.length > 0) {
    yield* Effect.logWarning("some templates have parts that broadcasts cannot fill in").pipe(
      Effect.annotateLogs({ businessAccount: account.businessAccountId, templates: unsendable.join(", ") })
    )
  }
  if (unreadable > 0) {
    yield* Effect.logWarning("some templates have no name or language").pipe(
      Effect.annotateLogs({ businessAccount: account.businessAccountId, templates: unreadable })
    )
  }
  return layouts
})

/** Decodes a template; none if the name, language or status is missing. */
const readOne = (given: unknown): Option.Option<ReadTemplate> =>
  Option.orElse(Option.map(decodeShape(given), readTemplate), () =>
    Option.map(decodeIdentity(given), ({ language, name, status }) =>
      Result.fail({
        kind: "unsendable",
        name,
        locale: language,
        status: statusOf(status),
        problem: "a definition of an unknown form"
      })
    )
  )
