import type { Scope, StorageError, WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { Context, type DateTime, Duration, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import type { AuthorizedCaller } from "./AuthorizedCaller.ts"
import { type BodyLimits, sizeOf } from "./body/BodyLimits.ts"

/** What is known about a request while it is handled. */
export interface RequestFacts {
  /** The workspace of the caller, for the log; null until the caller is known. */
  workspace: WorkspaceUuid | null
  /** The scopes of the caller; undefined for all. */
  scopes?: ReadonlyArray<Scope> | undefined
  /** When the caller's token expires; null or undefined for never. */
  expiresAt?: DateTime.Utc | null | undefined
  /** The workspace, and the token or actor, that the request's share of resources is counted for. */
  caller?: readonly [workspace: string, caller: string]
  /** Looks up the caller again during a long response, without counting another request. */
  again?: () => Effect.Effect<AuthorizedCaller | null, unknown>
  /** The error of the store, if the store is unavailable or its disk is full. */
  outage?: StorageError
  /** Waits for the request's permit. Called after the body has arrived. */
  admit?: Effect.Effect<void>
  /** The time that the request has used; null if not measured. */
  readonly time: RequestTime | null
}

/** What is known about the current request. The authorization adds the caller. */
export const RequestFacts = Context.Reference<RequestFacts>("@rollcall/http/requests/RequestFacts", {
  defaultValue: () => ({ workspace: null, time: null })
})

/** The header with the id of a request, in requests and responses. */
export const requestIdHeader = "x-request-id"

/** The id of the current request: the client's id if it has 1 to 128 visible ASCII characters, otherwise a new id. */
export const requestId: Effect.Effect<string, never, HttpServerRequest.HttpServerRequest> = Effect.flatMap(
  HttpServerRequest.HttpServerRequest,
  (request) => {
    const given = request.headers[requestIdHeader]
    return given !== undefined && sane.test(given) ? Effect.succeed(given) : nextId
  }
)

const sane = /^[\x21-\x7e]{1,128}$/

/** The timeouts of requests. The time while a body arrives doesn't count. */
export interface RequestDeadlines {
  /** The timeout of all requests except uploads. Default: 10 seconds. */
  readonly request: Duration.Duration
  /** The timeout of requests that import contacts, or create, validate or estimate a broadcast. Default: 60 seconds. */
  readonly upload: Duration.Duration
}

/** The default timeouts: 10 seconds for a request, 60 seconds for an upload. */
export const defaultRequestDeadlines: RequestDeadlines = {
  request: Duration.seconds(10),
  upload: Duration.seconds(60)
}

/** The lowest accepted rate at which a body arrives. */
export type ArrivalRate = Pick<BodyLimits, "grace" | "bytesPerSecond">

/** How long a request waits for its permit by default. */
const longestQueue = Duration.seconds(5)

/**
 * Why a request timed out. `over`: its work took too long. `slow`: its body arrived too slowly. `busy`: it waited too long
 * for its permit.
 */
export type TimeUp = "over" | "slow" | "busy"

/**
 * Measures the time of one request by phase: `working`, `queued` for its permit, `arriving` while the server waits for the
 * next piece of the body, or `held` while the client waits to send more. Only `working` and `queued` count against the
 * timeout, and only `arriving` counts for the rate. Every method takes the current time of a monotonic clock, in
 * milliseconds.
 */
export class RequestTime {
  private most: Duration.Duration
  private readonly deadlines: RequestDeadlines
  private readonly rate: ArrivalRate
  /** The longest wait for a permit. */
  private longest = longestQueue
  private phase: "working" | "queued" | "arriving" | "held" = "working"
  private since: number
  private worked = 0
  private waited = 0
  private bytes = 0

  constructor(now: number, deadlines: RequestDeadlines, rate: ArrivalRate) {
    this.since = now
    this.most = deadlines.request
    this.deadlines = deadlines
    this.rate = rate
  }

  /** Uses the timeout of an upload. */
  isUpload(): void {
    this.most = this.deadlines.upload
  }

  awaitPiece(now: number): void {
    this.enter("arriving", now)
  }

  /** Records a piece of this many bytes. The client now waits until the server asks for the next piece. */
  pieceArrived(now: number, bytes: number): void {
    this.enter("held", now)
    this.bytes += bytes
  }

  /** Records that the body has arrived, or that the server stopped reading it. */
  bodyRead(now: number): void {
    this.enter("working", now)
  }

  awaitPermit(now: number, longest: Duration.Duration = longestQueue): void {
    this.longest = longest
    this.enter("queued", now)
  }

  admitted(now: number): void {
    this.enter("working", now)
  }

  /** Returns how much longer the phase may last, in milliseconds. */
  left(now: number): number {
    const lasted = now - this.since
    const left = Duration.toMillis(this.most) - this.worked - lasted
    switch (this.phase) {
      case "working":
        return left
      case "queued":
        return Math.min(left, Duration.toMillis(this.longest) - lasted)
      case "arriving": {
        const { bytesPerSecond, grace } = this.rate
        return Math.max(Duration.toMillis(grace), (this.bytes / bytesPerSecond) * 1_000) - this.waited - lasted
      }
      case "held":
        return Infinity
    }
  }

  /** Why the request times out if the current phase lasts too long. */
  get up(): TimeUp {
    return this.phase === "arriving" ? "slow" : this.phase === "queued" ? "busy" : "over"
  }

  get tooLong(): string {
    return `The request took longer than ${Duration.format(this.most)} and was stopped.`
  }

  get tooSlow(): string {
    const { bytesPerSecond, grace } = this.rate
    return `The body arrived too slowly: after ${Duration.format(grace)} at least ${sizeOf(bytesPerSecond)} per second are required.`
  }

  private enter(phase: RequestTime["phase"], now: number): void {
    if (this.phase === "working" || this.phase === "queued") this.worked += now - this.since
    if (this.phase === "arriving") this.waited += now - this.since
    this.phase = phase
    this.since = now
  }
}
