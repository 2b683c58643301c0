import type { Scope, StorageError, WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { Context, type DateTime, Duration, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import type { AuthorizedCaller } from "./AuthorizedCaller.ts"
import { type BodyLimits, sizeOf } from "./body/BodyLimits.ts"

/** The state of a request while it is handled. */
export interface RequestFacts {
  /** The workspace of the caller, for the log; null until the caller is known. */
  workspace: WorkspaceUuid | null
  /** The scopes of the caller; undefined for all. */
  scopes?: ReadonlyArray<Scope> | undefined
  /** When the caller's token expires; null or undefined for never. */
  expiresAt?: DateTime.Utc | null | undefined
  /** The caller whose share of resources the request uses: a workspace, and a token or actor. */
  caller?: readonly [workspace: string, caller: string]
  /** Looks up the caller again during a long response, without counting the request. */
  again?: () => Effect.Effect<AuthorizedCaller | null, unknown>
  /** The failure of the request, if the store is unavailable or its disk full. */
  outage?: StorageError
  /** Waits for the permit of the request's work, after the body has arrived. */
  admit?: Effect.Effect<void>
  /** The time of the request; null if not measured. */
  readonly time: RequestTime | null
}

/** The facts of the current request. The authorization completes them. */
export const RequestFacts = Context.Reference<RequestFacts>("@rollcall/http/requests/RequestFacts", {
  defaultValue: () => ({ workspace: null, time: null })
})

/** The header that carries a request's id, in and out. */
export const requestIdHeader = "x-request-id"

/** The id of the current request: the client's, if it has at most 128 visible ASCII characters, or else a new id. */
export const requestId: Effect.Effect<string, never, HttpServerRequest.HttpServerRequest> = Effect.flatMap(
  HttpServerRequest.HttpServerRequest,
  (request) => {
    const given = request.headers[requestIdHeader]
    return given !== undefined && sane.test(given) ? Effect.succeed(given) : nextId
  }
)

const sane = /^[\x21-\x7e]{1,128}$/

/** The timeouts of requests, without the time in which their bodies arrive. */
export interface RequestDeadlines {
  /** The timeout of other requests. Default: 10 seconds. */
  readonly request: Duration.Duration
  /** The timeout of requests that import contacts, or create, validate or estimate a broadcast. Default: 60 seconds. */
  readonly upload: Duration.Duration
}

/** The defaults. */
export const defaultRequestDeadlines: RequestDeadlines = {
  request: Duration.seconds(10),
  upload: Duration.seconds(60)
}

/** The slowest accepted arrival of a body. */
export type ArrivalRate = Pick<BodyLimits, "grace" | "bytesPerSecond">

/** How long a request waits for its permit by default. */
const longestQueue = Duration.seconds(5)

/**
 * Why the time of a request is up. `over`: its work took too long. `slow`: its body arrives too slowly. `busy`: it
 * waited too long for other requests.
 */
export type TimeUp = "over" | "slow" | "busy"

/**
 * The time of one request. It knows the phase of the request: the server works, the request waits for its permit, it
 * waits for the next piece of the body, or it keeps the client waiting with the rest of the body. Only the first two
 * count against the deadline, and only the third against the rate. Every method takes the current time in milliseconds,
 * of a clock that does not go back.
 */
export class RequestTime {
  /** The timeout of the work. */
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

  /** Switches to the timeout of an upload. */
  isUpload(): void {
    this.most = this.deadlines.upload
  }

  /** The server waits for a piece of the body. */
  awaitPiece(now: number): void {
    this.enter("arriving", now)
  }

  /** A piece of this many bytes has arrived. The client waits until the server asks for the next piece. */
  pieceArrived(now: number, bytes: number): void {
    this.enter("held", now)
    this.bytes += bytes
  }

  /** The body has arrived, or the server stops reading it. */
  bodyRead(now: number): void {
    this.enter("working", now)
  }

  /** The request waits for its permit. */
  awaitPermit(now: number, longest: Duration.Duration = longestQueue): void {
    this.longest = longest
    this.enter("queued", now)
  }

  /** The request has its permit. */
  admitted(now: number): void {
    this.enter("working", now)
  }

  /** How much longer the phase may last, in milliseconds. */
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

  /** Returns the reason when the phase times out. */
  get up(): TimeUp {
    return this.phase === "arriving" ? "slow" : this.phase === "queued" ? "busy" : "over"
  }

  /** The response when the time is `over`. */
  get tooLong(): string {
    return `The request took longer than ${Duration.format(this.most)} and was stopped.`
  }

  /** The response when the body is too `slow`. */
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
