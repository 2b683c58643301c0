import type { Collector } from "./Collector.ts"
import type { Deployment, Server } from "./Deployment.ts"
import type { Proxy } from "./Proxy.ts"

/** The state that the deployment's steps share. */
export interface Walk {
  /** A folder for files that a step writes. */
  readonly folder: string
  readonly deployment: Deployment
  /** The server's environment variables. */
  readonly environment: Readonly<Record<string, string>>
  /** The URL of the server's database. */
  readonly database: string
  /** The running server. A step that replaces the server updates this member. */
  server: Server
  /** The proxy in front of the server. */
  readonly proxy: Proxy
  /** The collector for the server's traces. */
  readonly collector: Collector
}

/** A step of the deployment check. It returns its observations, a line each, and fails if a check fails. */
export interface Step {
  readonly name: string
  readonly run: (walk: Walk) => Promise<ReadonlyArray<string>>
}

/** Fails a step with the observed value if a condition is false. */
export const require = (isSo: boolean, what: string, seen: unknown): void => {
  if (!isSo) throw new Error(`${what}: ${typeof seen === "string" ? seen : JSON.stringify(seen)}`)
}
