import type { Scope, StorageError, WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { Context, type DateTime, Duration, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import type { AuthorizedCaller } from "./AuthorizedCaller.ts"
import { type BodyLimits, sizeOf } from "./body/BodyLimits.ts"

/** What is known of a request while it is answered. */
export interface RequestFacts {
  /** The workspace of its caller, for the log; null before the caller is known. */
  workspace: WorkspaceUuid | null
  /** The scopes that its caller has; undefined for all of them. */
  scopes?: ReadonlyArray<Scope> | undefined
  /** When the token of its caller expires; null or undefined for never. */
  expiresAt?: DateTime.Utc | null | undefined
  /** Whose share of the server's resources it uses: a workspace, and the token or the actor of it. */
  caller?: readonly [workspace: string, caller: string]
  /** Looks its caller up again, for an answer that takes long, and does not count the request again. */
  again?: () => Effect.Effect<AuthorizedCaller | null, unknown>
  /** What it failed with, if the store is away or its disk full. */
  outage?: StorageError
  /** Waits for the permit of its work, once its body is there. */
  admit?: Effect.Effect<void>
  /** Its time; null where none is kept. */
  readonly time: RequestTime | null
}

/** The facts of the current request, which the authorization completes. */
export const RequestFacts = Context.Reference<RequestFacts>("@rollcall/http/requests/RequestFacts", {
  defaultValue: () => ({ workspace: null, time: null })
})

/** The header that carries a request's id, in and out. */
export const requestIdHeader = "x-request-id"

/** The caller's id of the current request if it gave a sane one (at most 128 visible ASCII characters), or a new one. */
export const requestId: Effect.Effect<string, never, HttpServerRequest.HttpServerRequest> = Effect.flatMap(
  HttpServerRequest.HttpServerRequest,
  (request) => {
    const given = request.headers[requestIdHeader]
    return given !== undefined && sane.test(given) ? Effect.succeed(given) : nextId
  }
)

const sane = /^[\x21-\x7e]{1,128}$/

/** How long requests may take, the time in which their bodies arrive aside. */
export interface RequestDeadlines {
  /** A request, where nothing else is said: 10 seconds. */
  readonly request: Duration.Duration
  /** A request that imports contacts, or creates, validates or estimates a broadcast: 60 seconds. */
  readonly upload: Duration.Duration
}

/** The defaults. */
export const defaultRequestDeadlines: RequestDeadlines = {
  request: Duration.seconds(10),
  upload: Duration.seconds(60)
}

/** The slowest arrival of a body that is waited for. */
export type ArrivalRate = Pick<BodyLimits, "grace" | "bytesPerSecond">

/** How long a request waits for its permit, where nothing else is said. */
const longestQueue = Duration.seconds(5)

/**
 * The time of a request is up: its work has taken too long (`over`), its body arrives too slowly (`slow`), or it has waited for
 * others too long (`busy`).
 */
export type TimeUp = "over" | "slow" | "busy"

/**
 * The time of one request. It knows in which of four phases the request is: its server works, it waits for its permit, it waits
 * for the next piece of the body, or it keeps the client waiting with the rest of the body. Only the first two count against the
 * deadline, and only the third against the rate. Every method is given the current time in milliseconds, of a clock
 * that does not go back.
 */
export class RequestTime {
  /** How long the work may take. */
  private most: Duration.Duration
  private readonly deadlines: RequestDeadlines
  private readonly rate: ArrivalRate
  /** How long it may wait for its permit. */
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

  /** The deadline of an upload counts from here on. */
  isUpload(): void {
    this.most = this.deadlines.upload
  }

  /** The server waits for a piece of the body. */
  awaitPiece(now: number): void {
    this.enter("arriving", now)
  }

  /** A piece of this many bytes has arrived. The client waits until the next is asked for. */
  pieceArrived(now: number, bytes: number): void {
    this.enter("held", now)
    this.bytes += bytes
  }

  /** The body is there, or no more of it is read. */
  bodyRead(now: number): void {
    this.enter("working", now)
  }

  /** The request waits for its permit. */
  awaitPermit(now: number, longest: Duration.Duration = longestQueue): void {
    this.longest = longest
    this.enter("queued", now)
  }

  /** It has its permit. */
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

  /** What is up when nothing is left of the phase. */
  get up(): TimeUp {
    return this.phase === "arriving" ? "slow" : this.phase === "queued" ? "busy" : "over"
  }

  /** What is answered when the time is `over`. */
  get tooLong(): string {
    return `The request took longer than ${Duration.format(this.most)} and was stopped.`
  }

  /** What is answered when the body is too `slow`. */
  get tooSlow(): string {
    const { bytesPerSecond, grace } = this.rate
    return `The body arrived too slowly: after ${Duration.format(grace)} it has to have had ${sizeOf(bytesPerSecond)} a second.`
  }

  private enter(phase: RequestTime["phase"], now: number): void {
    if (this.phase === "working" || this.phase === "queued") this.worked += now - this.since
    if (this.phase === "arriving") this.waited += now - this.since
    this.phase = phase
    this.since = now
  }
}
