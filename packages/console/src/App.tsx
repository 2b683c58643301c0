import { LocationProvider } from "preact-iso"
import { loggedOut, token } from "./api/Session.ts"
import { useShared } from "./reading/Shared.ts"
import { Login } from "./shell/Login.tsx"
import { Navigation } from "./shell/Navigation.tsx"
import { Routes } from "./shell/Routes.tsx"
import { Simulated } from "./shell/Simulated.tsx"
import { Toasts } from "./ui/overlays/Toast.tsx"

/** The page: the navigation and a view, or the login if the API requires one. */
export const App = () => {
  const given = useShared(token)
  if (useShared(loggedOut)) return <Login />
  return (
    <LocationProvider key={given ?? ""}>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <div class="shell">
        <Navigation />
        <main id="main" class="main" tabIndex={-1}>
          <Simulated />
          <Routes />
        </main>
      </div>
      <Toasts />
    </LocationProvider>
  )
}

/** Moves to the content. The page's `<base>` would turn a fragment link into a link to another page. */
const skip = (event: Event): void => {
  event.preventDefault()
  document.getElementById("main")?.focus()
}
