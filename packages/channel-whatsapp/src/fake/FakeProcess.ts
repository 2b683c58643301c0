import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Effect, Schema, type Scope } from "effect"
import { FakeLog, type FakeOptions, type FakeScript } from "./FakeScript.ts"

/** A fake Cloud API in its own process. The log contains every accepted message, from all client processes. */
export interface FakeProcess {
  /** The channel's `graphUrl` for this fake. */
  readonly url: string
  readonly log: Effect.Effect<FakeLog>
  /** Returns the log without the first `message` messages. */
  readonly logFrom: (message: number) => Effect.Effect<FakeLog>
  /** Replaces the fake's script. */
  readonly follow: (script: typeof FakeScript.Encoded) => Effect.Effect<void>
  /** Sets the URL for webhooks. With null, webhooks wait until a URL is set. */
  readonly deliverTo: (url: string | null) => Effect.Effect<void>
  /** Replaces the templates of the business accounts, and reports the change to the webhook. */
  readonly setTemplates: (templates: ReadonlyArray<Schema.Json>) => Effect.Effect<void>
  /**
   * Simulates a person's message to a phone number. `message` has the platform's webhook format. Its `from` is the person's
   * number or user id, and the script decides which of the two the webhook shows.
   */
  readonly receive: (phoneNumberId: string, message: Schema.Json) => Effect.Effect<void>
}

const isSource = import.meta.url.endsWith(".ts")
const program = fileURLToPath(new URL(isSource ? "./main.ts" : "./main.js", import.meta.url))

/**
 * Starts a fake Cloud API in a new process, by default on the loopback interface. The process ends with the scope, or with
 * the process that started it.
 */
export const startFake = (options: typeof FakeOptions.Encoded): Effect.Effect<FakeProcess, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => start(JSON.stringify(options))),
      ({ stop }) => Effect.promise(stop)
    ),
    ({ url }) => connectFake(url)
  )

/** Connects to a running fake. */
export const connectFake = (url: string): FakeProcess => {
  const fetchLog = (from: number, init: RequestInit = {}) =>
    Effect.promise(async () => {
      const response = await fetch(`${url}/fake?from=${from}`, init)
      return Schema.decodeUnknownSync(FakeLog)(await response.json())
    })
  const ask = (body: object) => fetchLog(0, { method: "POST", body: JSON.stringify(body) })
  return {
    url,
    log: fetchLog(0),
    logFrom: fetchLog,
    follow: (script) => Effect.asVoid(ask({ script })),
    deliverTo: (webhookUrl) => Effect.asVoid(ask({ webhookUrl })),
    setTemplates: (templates) => Effect.asVoid(ask({ templates })),
    receive: (phoneNumberId, message) => Effect.asVoid(ask({ receive: { phoneNumberId, message } }))
  }
}

const start = (options: string) =>
  new Promise<{ readonly url: string; readonly stop: () => Promise<void> }>((resolve, reject) => {
    const conditions = isSource ? ["--conditions=rollcall-source"] : []
    const child = spawn(process.execPath, [...conditions, program, options], { stdio: ["pipe", "pipe", "inherit"] })
    const ended = new Promise<void>((resolveEnd) => {
      child.once("exit", () => resolveEnd())
    })
    child.once("error", reject)
    child.once("exit", () => reject(new Error("the fake of the Cloud API did not start")))
    child.stdout.once("data", (line: Buffer) =>
      resolve({
        url: line.toString().trim(),
        stop: () => {
          child.stdin.end()
          return ended
        }
      })
    )
  })
