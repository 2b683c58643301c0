import { call } from "../api/Client.ts"
import type { Token } from "./TokenState.ts"
import { allPages, pagesOf } from "../api/Pages.ts"

/** The maximum number of tokens to load. Revoked tokens stay in the list. */
const most = 2_000

/** Loads the workspace's tokens, including revoked and expired tokens. */
export const allTokens = (signal: AbortSignal): Promise<ReadonlyArray<Token>> =>
  allPages(
    pagesOf("tokens", ({ offset }) => call("GET /v1/tokens", { query: { limit: 100, offset }, signal })),
    signal,
    most
  )
