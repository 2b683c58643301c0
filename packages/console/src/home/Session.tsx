import { useLoad } from "../api/Load.ts"
import { token as session } from "../api/Session.ts"
import { pathTo } from "../api/Place.ts"
import { formatInstant } from "../ui/Instant.tsx"
import { Card } from "../ui/Page.tsx"
import { allTokens } from "../tokens/AllTokens.ts"
import { ownToken, scopes } from "../tokens/TokenState.ts"

/** The current login and its permissions, as far as the API returns them. */
export const Session = () => {
  const { refusal, value } = useLoad(allTokens, [])
  const current = ownToken(value ?? [], session.value)
  if (value === undefined && refusal === undefined) return null
  return (
    <Card title="This session">
      {current === undefined ? (
        <p class="quiet">
          {session.value === undefined
            ? "You are logged in through another application, which decides what you can do."
            : refusal?.status === 403
              ? "Your token can't view tokens, so its name and permissions aren't shown here."
              : "Your token isn't managed in this workspace, so its permissions aren't shown here."}
        </p>
      ) : (
        <div class="home-words">
          <p>
            <a href={pathTo("tokens")}>{current.name}</a>{" "}
            <span class="quiet">
              {current.expires_at === null ? "does not expire" : `expires on ${formatInstant(current.expires_at)}`}
            </span>
          </p>
          <p>{current.scopes.length === scopes.length ? "Full access." : current.scopes.join(", ")}</p>
        </div>
      )}
    </Card>
  )
}
