import { call } from "../api/Client.ts"
import type { Token } from "./TokenState.ts"
import { allPages, pageOf } from "../api/Pages.ts"

/** The most that are loaded: a workspace has a handful, and revoked ones stay in the list. */
const most = 2_000

/** The tokens of the workspace, revoked and expired ones too. */
export const allTokens = (signal: AbortSignal): Promise<ReadonlyArray<Token>> =>
  allPages(
    async (after) => {
      const { pagination, tokens } = await call("GET /v1/tokens", {
        query: { limit: 100, offset: Number(after) },
        signal
      })
      return pageOf(tokens, pagination)
    },
    signal,
    most
  )
