import { useEffect, useState } from "preact/hooks"
import { useAction } from "../api/Load.ts"
import { Refusal, refusalOf } from "../api/Refusal.ts"
import { logIn, token } from "../api/Session.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button } from "../ui/Button.tsx"
import { TextField } from "../ui/forms/FormField.tsx"
import { apiUrl } from "../api/Place.ts"

/** Asks for an access token, tries it, and keeps it for this tab. */
export const Login = () => {
  const [typed, setTyped] = useState("")
  const enter = useAction(async () => {
    const given = typed.trim()
    if (given === "") throw new Refusal(422, "Paste a token.", [{ place: "token", text: "Paste a token.", kind: null }])
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
            ? "This console opens with an access token of the API."
            : "The token is not valid any more. Another one is needed to continue."}
        </p>
        <TextField
          label="Access token"
          hint="Kept in this tab alone, until you close it."
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
          If the application around this console has a login of its own, log in there and{" "}
          <button type="button" class="link" onClick={() => location.reload()}>
            load this page again.
          </button>
        </p>
      </form>
    </main>
  )
}

/** Asks for something small. A token that lacks the scope for it is valid all the same. */
const attempt = async (given: string): Promise<void> => {
  const headers = asHeaders(given)
  const response = await fetch(new URL("v1/settings", apiUrl), { headers }).catch((cause: unknown) => {
    throw new Refusal(0, "The server does not answer. Check the connection and try again.", [], null, { cause })
  })
  if (response.ok || response.status === 403) return
  if (response.status === 401) throw notValid()
  throw refusalOf(response.status, undefined, response.headers.get("retry-after"))
}

/** What no header can carry is no token. */
const asHeaders = (given: string): Headers => {
  try {
    return new Headers({ authorization: `Bearer ${given}` })
  } catch {
    throw notValid()
  }
}

const notValid = () =>
  new Refusal(401, "The server does not know this token, or it has expired.", [
    { place: "token", text: "The server does not know this token, or it has expired.", kind: null }
  ])
