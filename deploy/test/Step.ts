import type { Collector } from "./Collector.ts"
import type { Deployment, Server } from "./Deployment.ts"
import type { Proxy } from "./Proxy.ts"

/** What the steps of the deployment share. */
export interface Walk {
  /** A folder for what a step writes. */
  readonly folder: string
  readonly deployment: Deployment
  /** The environment of the server. */
  readonly environment: Readonly<Record<string, string>>
  /** The URL of the database of the server. */
  readonly database: string
  /** The server that runs now. A step that replaces it says so. */
  server: Server
  /** The proxy in front of it. */
  readonly proxy: Proxy
  /** Where the server exports its traces to. */
  readonly collector: Collector
}

/** A part of the walk: it returns what it saw, a line each, and fails if something is not as it should be. */
export interface Step {
  readonly name: string
  readonly run: (walk: Walk) => Promise<ReadonlyArray<string>>
}

/** Fails a step with what was seen if something is not so. */
export const require = (isSo: boolean, what: string, seen: unknown): void => {
  if (!isSo) throw new Error(`${what}: ${typeof seen === "string" ? seen : JSON.stringify(seen)}`)
}
