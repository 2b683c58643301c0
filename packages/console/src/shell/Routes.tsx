import { useEffect, useMemo, useState } from "preact/hooks"
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from "preact-iso"
import { asRefusal } from "../api/Load.ts"
import type { Refusal } from "../api/Refusal.ts"
import { text } from "../texts/Text.ts"
import { Empty } from "../ui/answers/Empty.tsx"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { LinkButton } from "../ui/Button.tsx"
import { Page } from "../ui/Page.tsx"
import { views } from "../Views.ts"
import { pathTo, pathWithin } from "../api/Place.ts"

/** The view that the URL names. */
export const Routes = () => {
  const location = useLocation()
  const { path } = location
  // The router reads patterns: the path of the console, which is not known before, must not be one.
  const within = useMemo(() => ({ ...location, path: pathWithin(path) }), [location])
  const [crash, setCrash] = useState<Refusal>()
  useEffect(() => setCrash(undefined), [path])
  if (crash) {
    return (
      <Page title={text("shell.crash.title")}>
        <ErrorBox refusal={crash} title={text("shell.crash.text")} onRetry={() => window.location.reload()} />
      </Page>
    )
  }
  return (
    <ErrorBoundary onError={(error: unknown) => setCrash(asRefusal(error))}>
      <LocationProvider.ctx.Provider value={within}>
        <Router onRouteChange={focusView}>
          {Object.values(views).map(({ component, path }) => (
            <Route key={path} path={`/${path}`} component={component} />
          ))}
          <Route default component={Unknown} />
        </Router>
      </LocationProvider.ctx.Provider>
    </ErrorBoundary>
  )
}

let shownPath = window.location.pathname

/** Another view gets the focus at its heading, as a page that is loaded would. */
const focusView = (): void => {
  const { pathname } = window.location
  if (shownPath === pathname) return
  shownPath = pathname
  requestAnimationFrame(() => {
    const within = document.getElementById("main")
    if (within?.contains(document.activeElement)) return
    const heading = within?.querySelector<HTMLElement>("h1") ?? within
    heading?.focus({ preventScroll: true })
  })
}

const Unknown = () => (
  <Page title={text("shell.unknown.title")}>
    <Empty
      title={text("shell.unknown.text")}
      actions={<LinkButton href={pathTo("contacts")}>{text("shell.unknown.action")}</LinkButton>}
    />
  </Page>
)
