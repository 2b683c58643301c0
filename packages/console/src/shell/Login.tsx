import { useEffect, useState } from "preact/hooks"
import { useAction } from "../api/Load.ts"
import { Refusal, refusalOf } from "../api/Refusal.ts"
import { logIn, token } from "../api/Session.ts"
import { text } from "../texts/Text.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button } from "../ui/Button.tsx"
import { TextField } from "../ui/forms/FormField.tsx"
import { apiUrl } from "../api/Place.ts"

/** Asks for an access token, tries it, and keeps it for this tab. */
export const Login = () => {
  const [typed, setTyped] = useState("")
  const enter = useAction(async () => {
    const given = typed.trim()
    if (given === "")
      throw new Refusal(422, text("login.missing"), [{ place: "token", text: text("login.missing"), kind: null }])
    await attempt(given)
    logIn(given)
  })
  useEffect(() => {
    document.title = `${text("login.title")} · ${text("shell.product")}`
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
        <h1>{text("login.title")}</h1>
        <p class="quiet">{text(token.value === undefined ? "login.text" : "login.again")}</p>
        <TextField
          label={text("login.token")}
          hint={text("login.hint")}
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
          {text("login.enter")}
        </Button>
        <p class="login-note">
          {text("login.host")}{" "}
          <button type="button" class="link" onClick={() => location.reload()}>
            {text("login.reload")}
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
    throw new Refusal(0, text("errors.network"), [], null, { cause })
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
  new Refusal(401, text("login.wrong"), [{ place: "token", text: text("login.wrong"), kind: null }])
