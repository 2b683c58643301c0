import { useLoad } from "../api/Load.ts"
import { token as session } from "../api/Session.ts"
import { pathTo } from "../api/Place.ts"
import { text } from "../texts/Text.ts"
import { formatInstant } from "../ui/Instant.tsx"
import { Card } from "../ui/Page.tsx"
import { allTokens } from "../tokens/AllTokens.ts"
import { ownToken, scopes } from "../tokens/TokenState.ts"

/** With what the page is used, and what that allows, as far as the API says it. */
export const Session = () => {
  const { refusal, value } = useLoad(allTokens, [])
  const own = ownToken(value ?? [], session.value)
  if (value === undefined && refusal === undefined) return null
  return (
    <Card title={text("home.session.title")}>
      {own === undefined ? (
        <p class="quiet">
          {text(
            session.value === undefined
              ? "home.session.host"
              : refusal?.status === 403
                ? "home.session.unread"
                : "home.session.unknown"
          )}
        </p>
      ) : (
        <div class="home-words">
          <p>
            <a href={pathTo("tokens")}>{own.name}</a>{" "}
            <span class="quiet">
              {own.expires_at === null
                ? text("home.session.noExpiry")
                : text("home.session.expiry", { at: formatInstant(own.expires_at) })}
            </span>
          </p>
          <p>{own.scopes.length === scopes.length ? text("home.session.everything") : own.scopes.join(", ")}</p>
        </div>
      )}
    </Card>
  )
}
