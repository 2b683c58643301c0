import { useLoad } from "../api/Load.ts"
import { token as session } from "../api/Session.ts"
import { pathTo } from "../api/Place.ts"
import { formatInstant } from "../ui/Instant.tsx"
import { Card } from "../ui/Page.tsx"
import { allTokens } from "../tokens/AllTokens.ts"
import { ownToken, scopes } from "../tokens/TokenState.ts"

/** With what the page is used, and what that allows, as far as the API says it. */
export const Session = () => {
  const { refusal, value } = useLoad(allTokens, [])
  const current = ownToken(value ?? [], session.value)
  if (value === undefined && refusal === undefined) return null
  return (
    <Card title="This session">
      {current === undefined ? (
        <p class="quiet">
          {session.value === undefined
            ? "You are logged in by the application around this console, which decides what you may do."
            : refusal?.status === 403
              ? "The token does not allow to read tokens (tokens:read), so that its name and its scopes are not known here. What it lacks is said where it is needed."
              : "The token is none of the workspace's own, and its scopes are not known here."}
        </p>
      ) : (
        <div class="home-words">
          <p>
            <a href={pathTo("tokens")}>{current.name}</a>{" "}
            <span class="quiet">
              {current.expires_at === null ? "does not expire" : `expires on ${formatInstant(current.expires_at)}`}
            </span>
          </p>
          <p>{current.scopes.length === scopes.length ? "It allows everything." : current.scopes.join(", ")}</p>
        </div>
      )}
    </Card>
  )
}
