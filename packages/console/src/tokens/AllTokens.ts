import { call } from "../api/Client.ts"
import type { Token } from "./TokenState.ts"

const pageSize = 100

/** The most that are loaded: a workspace has a handful, and revoked ones stay in the list. */
const most = 2_000

/** The tokens of the workspace, revoked and expired ones too. */
export const allTokens = async (signal: AbortSignal): Promise<ReadonlyArray<Token>> => {
  const tokens: Array<Token> = []
  for (let offset = 0; offset < most; offset += pageSize) {
    const page = await call("GET /v1/tokens", { query: { limit: pageSize, offset }, signal })
    tokens.push(...page.tokens)
    if (page.tokens.length === 0 || tokens.length >= page.pagination.total) break
  }
  return tokens
}
