import { useEffect, useState } from "preact/hooks"
import { useAction } from "../api/Load.ts"
import { Refusal, refusalOf } from "../api/Refusal.ts"
import { logIn, token } from "../api/Session.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button } from "../ui/Button.tsx"
import { TextField } from "../ui/forms/FormField.tsx"
import { apiUrl } from "../api/Place.ts"

/** Asks for an access token, validates it, and keeps it for this tab. */
export const Login = () => {
  const [typed, setTyped] = useState("")
  const enter = useAction(async () => {
    const given = typed.trim()
    if (given === "") throw new Refusal(422, "Enter a token.", [{ place: "token", text: "Enter a token.", kind: null }])
    await attempt(given)
    logIn(given)
  })
  useEffect(() => {
    document.title = "Log in · Rollcall"
  }, [])
  return (
    <main class="login">
      <form
        class="login-box"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void enter.run()
        }}
      >
        <h1>Log in</h1>
        <p class="quiet">
          {token.value === undefined
            ? "Enter your access token to log in."
            : "Your token is no longer valid. Enter another token to continue."}
        </p>
        <TextField
          label="Access token"
          hint="Kept only in this tab, until you close it."
          error={enter.refusal?.at("token")}
          type="password"
          autoComplete="current-password"
          spellcheck={false}
          autoFocus
          value={typed}
          onValue={setTyped}
        />
        <ErrorBox refusal={enter.refusal} places={["token"]} />
        <Button look="primary" type="submit" busy={enter.busy}>
          Log in
        </Button>
        <p class="login-note">
          If you use this console inside another application, log in there and{" "}
          <button type="button" class="link" onClick={() => location.reload()}>
            reload this page.
          </button>
        </p>
      </form>
    </main>
  )
}

/** Makes a small request. A token that lacks its scope is still valid. */
const attempt = async (given: string): Promise<void> => {
  const headers = asHeaders(given)
  const response = await fetch(new URL("v1/settings", apiUrl), { headers }).catch((cause: unknown) => {
    throw new Refusal(0, "The server isn't responding. Check your connection and try again.", [], null, { cause })
  })
  if (response.ok || response.status === 403) return
  if (response.status === 401) throw notValid()
  throw refusalOf(response.status, undefined, response.headers.get("retry-after"))
}

/** Rejects tokens that are not valid header values. */
const asHeaders = (given: string): Headers => {
  try {
    return new Headers({ authorization: `Bearer ${given}` })
  } catch {
    throw notValid()
  }
}

const notValid = () =>
  new Refusal(401, "This token is unknown or has expired.", [
    { place: "token", text: "This token is unknown or has expired.", kind: null }
  ])
