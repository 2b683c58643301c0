import { useEffect, useState } from "preact/hooks"
import { send } from "../api/Client.ts"
import { useAction } from "../api/Load.ts"
import { refusalOf, refusedAt } from "../api/Refusal.ts"
import { logIn, token } from "../api/Session.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button } from "../ui/Button.tsx"
import { Form } from "../ui/forms/Form.tsx"
import { TextField } from "../ui/forms/FormField.tsx"

/** Asks for an access token, validates it, and keeps it for this tab. */
export const Login = () => {
  const [typed, setTyped] = useState("")
  const enter = useAction(async () => {
    const given = typed.trim()
    if (given === "") throw refusedAt("token", "Enter a token.")
    await attempt(given)
    logIn(given)
  })
  useEffect(() => {
    document.title = "Log in · Rollcall"
  }, [])
  return (
    <main class="login">
      <Form class="login-box" onSubmit={() => void enter.run()}>
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
      </Form>
    </main>
  )
}

/** Makes a small request. A token that lacks its scope is still valid. */
const attempt = async (given: string): Promise<void> => {
  const notValid = refusedAt("token", "This token is unknown or has expired.")
  // A token with other characters isn't a valid header.
  if (!/^[\t\x20-\x7e\x80-\xff]+$/.test(given)) throw notValid
  const response = await send("GET /v1/settings", {}, given)
  if (response.ok || response.status === 403) return
  if (response.status === 401) throw notValid
  throw refusalOf(response.status, undefined, response.headers.get("retry-after"))
}
