import type { Refusal } from "../../api/Refusal.ts"
import { Button } from "../Button.tsx"
import { Icon } from "../Icon.tsx"
import { plural } from "../../texts/Text.ts"

/**
 * Shows an error and what to do. `places` lists errors that a form's fields already show; the box shows only the others,
 * and nothing if there are none.
 */
export const ErrorBox = ({
  onRetry,
  places = [],
  refusal,
  title
}: {
  readonly refusal: Refusal | undefined
  readonly title?: string
  readonly places?: ReadonlyArray<string>
  readonly onRetry?: () => void
}) => {
  if (refusal === undefined) return null
  const others = refusal.outside(places)
  if (refusal.faults.length > 0 && others.length === 0) {
    return (
      <p class="unseen" role="alert">
        {refusal.message}
      </p>
    )
  }
  return (
    <div class="error" role="alert">
      <Icon name="warning" />
      <div class="error-text">
        <p class="error-title">{title ?? titleOf(refusal)}</p>
        {others.length > 0 ? (
          <ul>
            {others.map(({ place, text }) => (
              <li key={`${place}: ${text}`}>
                {place !== "" && <code>{place}</code>} {text}
              </li>
            ))}
          </ul>
        ) : (
          <p>{refusal.message}</p>
        )}
        {refusal.status === 403 && (
          <p>Log in with a token that has this permission, or ask your administrator for one.</p>
        )}
        {refusal.retryAfter !== null && (
          <p>{plural(refusal.retryAfter, "Try again in # second.", "Try again in # seconds.")}</p>
        )}
      </div>
      {onRetry && refusal.status !== 403 && (
        <Button small icon="again" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

const titleOf = ({ status }: Refusal): string => {
  if (status === 0) return "No response"
  if (status === 403) return "Not allowed"
  if (status === 404) return "Not found"
  if (status === 429) return "Too many requests"
  return status >= 500 ? "Server error" : "This can't be done"
}
