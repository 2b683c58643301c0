import { useEffect, useMemo, useState } from "preact/hooks"
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from "preact-iso"
import { asRefusal } from "../api/Load.ts"
import type { Refusal } from "../api/Refusal.ts"
import { Empty } from "../ui/answers/Empty.tsx"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { LinkButton } from "../ui/Button.tsx"
import { Page } from "../ui/Page.tsx"
import { views } from "../Views.ts"
import { pathTo, pathWithin } from "../api/Place.ts"

/** Renders the view for the current URL. */
export const Routes = () => {
  const location = useLocation()
  const { path } = location
  // Routes are patterns, so the console's path, which is unknown at build time, must not be part of them.
  const within = useMemo(() => ({ ...location, path: pathWithin(path) }), [location])
  const [crash, setCrash] = useState<Refusal>()
  useEffect(() => setCrash(undefined), [path])
  if (crash) {
    return (
      <Page title="Something went wrong">
        <ErrorBox
          refusal={crash}
          title="This page can't be shown. Reload it. What you typed is kept."
          onRetry={() => window.location.reload()}
        />
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

/** Moves the focus to the heading of a new view, as a page load would. */
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
  <Page title="Not found">
    <Empty
      title="This page doesn't exist."
      actions={<LinkButton href={pathTo("contacts")}>See the contacts</LinkButton>}
    />
  </Page>
)
