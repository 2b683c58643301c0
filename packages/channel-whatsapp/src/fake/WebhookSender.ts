import { createHmac } from "node:crypto"
import { DateTime, type Schema } from "effect"
import type { FakeAccount } from "./FakeScript.ts"

/** A change of an account to report to its webhook. */
export interface DueChange {
  readonly account: FakeAccount
  /** When the change is sent, in milliseconds since 1970. */
  readonly due: number
  readonly field: string
  readonly value: Schema.Json
}

/** The maximum number of changes per webhook, and of webhooks in flight. */
const mostChanges = 50
const mostWebhooks = 16

/** The polling interval for due changes, and the first and longest wait after a failure, in milliseconds. */
const tick = 5
const firstWait = 100
const longestWait = 2_000

export const nowMillis = (): number => DateTime.toEpochMillis(DateTime.nowUnsafe())

/** Returns the value of `X-Hub-Signature-256` for a body. */
const signatureOf = (appSecret: string, body: string): string =>
  `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`

/**
 * Delivers changes to a webhook in batches. Each batch is signed with its account's app secret, and is sent again until the
 * response is 200.
 */
export class WebhookSender {
  #url: string | null
  #due: Array<DueChange> = []
  #onWay = 0
  #waiting = 0
  #answered = 0
  readonly #timer: NodeJS.Timeout

  constructor(url: string | null) {
    this.#url = url
    this.#timer = setInterval(() => this.#flush(), tick)
    this.#timer.unref()
  }

  /** Changes the webhook URL. With null, webhooks wait. */
  set url(url: string | null) {
    this.#url = url
  }

  add(change: DueChange): void {
    this.#due.push(change)
  }

  async #deliver(account: FakeAccount, body: string): Promise<number> {
    if (this.#url === null) return 0
    const headers = { "content-type": "application/json", "x-hub-signature-256": signatureOf(account.appSecret, body) }
    const response = await fetch(this.#url, { method: "POST", body, headers })
    await response.arrayBuffer()
    return response.status
  }

  counts(): { readonly answered: number; readonly waiting: number } {
    return { answered: this.#answered, waiting: this.#waiting + this.#onWay + this.#due.length }
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#due = []
  }

  #flush(): void {
    const now = nowMillis()
    if (this.#url === null || this.#onWay >= mostWebhooks || !this.#due.some(({ due }) => due <= now)) return
    const [leaving, staying] = [this.#due.filter(({ due }) => due <= now), this.#due.filter(({ due }) => due > now)]
    this.#due = staying
    const byAccount = Map.groupBy(
      leaving.toSorted((a, b) => a.due - b.due),
      ({ account }) => account
    )
    for (const [account, changes] of byAccount) {
      for (let from = 0; from < changes.length; from += mostChanges) {
        this.#send(account, bodyOf(account, changes.slice(from, from + mostChanges)), firstWait)
      }
    }
  }

  #send(account: FakeAccount, body: string, wait: number): void {
    this.#onWay++
    const again = () => {
      this.#waiting++
      setTimeout(() => {
        this.#waiting--
        this.#send(account, body, Math.min(2 * wait, longestWait))
      }, wait).unref()
    }
    this.#deliver(account, body).then(
      (status) => {
        this.#onWay--
        if (status === 200) this.#answered++
        else again()
      },
      () => {
        this.#onWay--
        again()
      }
    )
  }
}

const bodyOf = ({ businessAccountId }: FakeAccount, changes: ReadonlyArray<DueChange>): string =>
  JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: businessAccountId, changes: changes.map(({ field, value }) => ({ field, value })) }]
  })
