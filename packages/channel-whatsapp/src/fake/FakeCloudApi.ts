import { randomUUID } from "node:crypto"
import { Option, Schema } from "effect"
import type { FakeAccount, FakeLog, FakeMessage, FakeOptions, FakeReceipt, FakeRule, FakeScript } from "./FakeScript.ts"
import { contactsOf, personOf } from "./FakePeople.ts"
import { type FakeRequest, isUserId, readRequest, requestProblem } from "./RequestProblem.ts"
import { nowMillis, WebhookSender } from "./WebhookSender.ts"

/** The fake's reaction to a request: a response, no response (`Hang`), or a closed connection (`Close`). */
export type FakeAnswer =
  | {
      readonly _tag: "Answer"
      readonly status: number
      readonly body: string
      readonly headers: { readonly [name: string]: string }
      readonly after: number
    }
  | { readonly _tag: "Hang" }
  | { readonly _tag: "Close" }

/** A request to the fake. */
export interface FakeCall {
  readonly method: string
  /** The path after the version. */
  readonly path: string
  readonly query: URLSearchParams
  readonly token: string
  /** The parsed JSON body; undefined for a body that is not JSON. */
  readonly body: unknown
}

/** The state of the fake platform: accounts, templates, accepted messages, and webhooks to deliver. */
export class FakeCloudApi {
  readonly #options: FakeOptions
  readonly #webhooks: WebhookSender
  readonly #accepted: Array<FakeMessage> = []
  readonly #refused = new Map<string, number>()
  /** The number of send requests by recipient. */
  readonly #sends = new Map<string, number>()
  #recent: Array<number> = []
  #script: FakeScript
  #templates: ReadonlyArray<Schema.Json>
  connections = 0
  #requests = 0

  constructor(options: FakeOptions) {
    this.#options = options
    this.#script = options.script
    this.#templates = options.templates
    this.#webhooks = new WebhookSender(options.webhookUrl)
  }

  /** Returns the log, with the accepted messages from index `from`. */
  log(from: number): FakeLog {
    return {
      accepted: this.#accepted.slice(from),
      refused: Object.fromEntries(this.#refused),
      connections: this.connections,
      requests: this.#requests,
      webhooks: this.#webhooks.counts()
    }
  }

  set script(script: FakeScript) {
    this.#script = script
  }

  /** Replaces the templates and reports the change to the webhook. */
  set templates(templates: ReadonlyArray<Schema.Json>) {
    this.#templates = templates
    const owners = new Map(this.#options.accounts.map((account) => [account.businessAccountId, account]))
    for (const account of owners.values()) {
      const value = { event: "APPROVED", message_template_id: 1, reason: "NONE" }
      this.#webhooks.add({ account, due: 0, field: "message_template_status_update", value })
    }
  }

  set webhookUrl(url: string | null) {
    this.#webhooks.url = url
  }

  /**
   * Simulates a person's message to a number. The message's `from` is the person's number or user id. The script decides
   * which of the two the webhook shows.
   */
  receive(phoneNumberId: string, message: Schema.Json): void {
    const account = this.#options.accounts.find((one) => one.phoneNumberId === phoneNumberId)
    if (account === undefined) return
    const { from, ...rest } = Option.getOrElse(decodeObject(message), (): Record<string, Schema.Json> => ({}))
    const person = typeof from === "string" ? personOf(from, this.#script) : {}
    const author = {
      ...(person.wa_id !== undefined && { from: person.wa_id }),
      ...(person.user_id !== undefined && { from_user_id: person.user_id })
    }
    const value = { ...valueOf(account), ...contactsOf(person, "person.name"), messages: [{ ...author, ...rest }] }
    this.#webhooks.add({ account, due: 0, field: "messages", value })
  }

  stop(): void {
    this.#webhooks.stop()
  }

  answer({ body, method, path, query, token }: FakeCall): FakeAnswer {
    this.#requests++
    const [id = "", edge = ""] = path.split("/")
    const account = this.#options.accounts.find(
      ({ businessAccountId, phoneNumberId }) =>
        id === (edge === "message_templates" ? businessAccountId : phoneNumberId)
    )
    if (account === undefined) return refusal(400, 100)
    if (account.token !== token) return refusal(401, 190)
    if (method === "GET" && edge === "") return answer({ id, display_phone_number: account.displayPhoneNumber })
    if (method === "GET" && edge === "message_templates") return this.#templatesPage(account, path, query)
    if (method === "POST" && edge === "messages") return this.#send(account, body)
    return refusal(400, 100)
  }

  #templatesOf({ businessAccountId }: FakeAccount): ReadonlyArray<Schema.Json> {
    return this.#options.templatesOf[businessAccountId] ?? this.#templates
  }

  #templatesPage(account: FakeAccount, path: string, query: URLSearchParams): FakeAnswer {
    const templates = this.#templatesOf(account)
    const { pageSize } = this.#options
    const from = Number(query.get("after") ?? "0")
    const to = from + Math.min(pageSize, Number(query.get("limit") ?? "25"))
    const data = templates.slice(from, to)
    const cursors = { before: String(from), after: String(to) }
    const next = to < templates.length ? { next: `http://elsewhere.invalid/v1/${path}?after=${to}` } : {}
    return answer({ data, paging: { cursors, ...next } })
  }

  #send(account: FakeAccount, body: unknown): FakeAnswer {
    const request = readRequest(body)
    if (Option.isNone(request)) return this.#refuse(400, 100)
    const to = recipientOf(request.value)
    const sends = (this.#sends.get(to) ?? 0) + 1
    this.#sends.set(to, sends)
    if (this.#isTooFast()) return this.#refuse(400, 130429)
    const problem = requestProblem(request.value, this.#templatesOf(account))
    if (problem !== undefined) return this.#refuse(400, problem)
    const rule = this.#script.rules.find(
      (one) => to.endsWith(one.to ?? "") && sends <= (one.times ?? Number.POSITIVE_INFINITY)
    )
    if (rule?.refuse !== undefined) {
      const { code, retryAfter, status, subcode } = rule.refuse
      const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }
      return this.#refuse(status, code, headers, subcode)
    }
    return this.#accept(account, request.value, body, rule)
  }

  #isTooFast(): boolean {
    const { perSecond } = this.#script
    const now = nowMillis()
    this.#recent = this.#recent.filter((at) => at > now - 1_000)
    if (perSecond !== null && this.#recent.length >= perSecond) return true
    this.#recent.push(now)
    return false
  }

  #refuse(
    status: number,
    code: number | null,
    headers: { readonly [name: string]: string } = {},
    subcode?: number
  ): FakeAnswer {
    const name = String(code ?? status)
    this.#refused.set(name, (this.#refused.get(name) ?? 0) + 1)
    return refusal(status, code, headers, subcode)
  }

  #accept(account: FakeAccount, request: FakeRequest, body: unknown, rule: FakeRule | undefined): FakeAnswer {
    const messageId = `wamid.${randomUUID()}`
    const callback = request.biz_opaque_callback_data ?? null
    const { phoneNumberId } = account
    const at = nowMillis()
    const to = recipientOf(request)
    this.#accepted.push({ messageId, phoneNumberId, to, callback, at, request: jsonOf(body) })
    // A user id in `to` is accepted and lost: the message gets no receipt.
    const isLost = request.to !== undefined && isUserId(request.to)
    this.#report(account, this.#accepted.length - 1, isLost ? [] : (rule?.receipts ?? ["sent", "delivered", "read"]))
    switch (rule?.lose) {
      case "hang":
        return { _tag: "Hang" }
      case "close":
        return { _tag: "Close" }
      case "garble":
        return { _tag: "Answer", status: 200, body: "<html>", headers: {}, after: 0 }
      default: {
        const named = isUserId(to) ? { user_id: to } : { wa_id: this.#script.waIds[to] ?? to }
        const contacts = [{ input: to, ...named }]
        const messages = [{ id: messageId, message_status: rule?.messageStatus ?? "accepted" }]
        return answer({ messaging_product: "whatsapp", contacts, messages }, rule?.answerAfter)
      }
    }
  }

  #report(account: FakeAccount, index: number, receipts: ReadonlyArray<FakeReceipt>): void {
    const message = this.#accepted[index]
    if (message === undefined) return
    const { deliveries, milliseconds, receiptAfter, reorder } = this.#script
    receipts.forEach((receipt, place) => {
      const happens = message.at + (place + 1) * receiptAfter
      const leaves = message.at + (reorder ? receipts.length - place : place + 1) * receiptAfter
      const person = personOf(message.to, this.#script)
      const status = {
        id: message.messageId,
        status: typeof receipt === "string" ? receipt : "failed",
        timestamp: String(milliseconds ? happens : Math.floor(happens / 1_000)),
        ...(person.wa_id !== undefined && { recipient_id: person.wa_id }),
        ...(person.user_id !== undefined && { recipient_user_id: person.user_id }),
        ...(message.callback !== null && { biz_opaque_callback_data: message.callback }),
        ...(typeof receipt !== "string" && { errors: [errorOf(receipt.failed)] })
      }
      const known = typeof receipt === "string" ? contactsOf(person) : {}
      const value = { ...valueOf(account), ...known, statuses: [status] }
      const change = { account, due: leaves, field: "messages", value }
      for (let delivery = 0; delivery < deliveries; delivery++) {
        this.#webhooks.add({ ...change, due: leaves + delivery * receiptAfter })
      }
    })
  }
}

/** Returns the recipient in `to`, or otherwise the user id in `recipient`. */
const recipientOf = ({ recipient, to }: FakeRequest): string => to ?? recipient ?? ""

const decodeObject = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.Json))

const jsonOf = Schema.decodeUnknownSync(Schema.Json)

const digits = (text: string): string => text.replace(/\D/g, "")

const valueOf = ({ displayPhoneNumber, phoneNumberId }: FakeAccount) => ({
  messaging_product: "whatsapp",
  metadata: { display_phone_number: digits(displayPhoneNumber), phone_number_id: phoneNumberId }
})

const answer = (body: Schema.Json, after = 0): FakeAnswer => ({
  _tag: "Answer",
  status: 200,
  body: JSON.stringify(body),
  headers: { "content-type": "application/json" },
  after
})

const errorOf = (code: number) => ({
  code,
  title: `error ${code}`,
  message: `error ${code}`,
  error_data: { messaging_product: "whatsapp", details: `the fake says ${code}` }
})

const graphErrorOf = (code: number, subcode: number | undefined) => ({
  ...errorOf(code),
  type: "OAuthException",
  fbtrace_id: "A",
  ...(subcode !== undefined && { error_subcode: subcode })
})

const refusal = (
  status: number,
  code: number | null,
  headers: { readonly [name: string]: string } = {},
  subcode?: number
): FakeAnswer => ({
  _tag: "Answer",
  status,
  body: code === null ? "<html>" : JSON.stringify({ error: graphErrorOf(code, subcode) }),
  headers: { "content-type": code === null ? "text/html" : "application/json", ...headers },
  after: 0
})
