import { useEffect, useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { logOut, token } from "../api/Session.ts"
import { Button } from "../ui/Button.tsx"
import { keysOf } from "../reading/Reader.ts"
import { Icon, type IconName } from "../ui/Icon.tsx"
import { Dialog } from "../ui/overlays/Dialog.tsx"
import { type ViewName, views } from "../Views.ts"
import { pathTo, pathWithin } from "../api/Place.ts"

const groups: ReadonlyArray<{
  readonly title: string
  readonly titles: { readonly [Name in ViewName & IconName]?: string }
}> = [
  {
    title: "Audience",
    titles: {
      contacts: "Contacts",
      lists: "Lists",
      segments: "Segments",
      optOuts: "Opt-outs",
      fields: "Custom fields",
      import: "Import"
    }
  },
  { title: "Messages", titles: { compose: "Compose", broadcasts: "Broadcasts", messages: "Inbox" } },
  {
    title: "Workspace",
    titles: { events: "Events", webhooks: "Webhooks", tokens: "Tokens", settings: "Settings" }
  }
]

/** The navigation: a sidebar, or a menu at the top on phones. */
export const Navigation = () => {
  const { path } = useLocation()
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(false), [path])
  return (
    <>
      <header class="bar">
        <Button
          look="quiet"
          icon="menu"
          aria-label="Open the navigation"
          aria-expanded={open}
          onClick={() => setOpen(true)}
        />
        <Brand />
      </header>
      <header class="side">
        <Brand />
        <Links path={path} />
        <Leave />
      </header>
      {open && (
        <Dialog title="Navigation" drawer onClose={() => setOpen(false)}>
          <Links path={path} />
          <Leave />
        </Dialog>
      )}
    </>
  )
}

const Brand = () => (
  <a class="brand" href={pathTo("")}>
    <svg class="brand-mark" viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="currentColor" />
      <path d="m7 10 2 2 3.5-4M16 10h9M7 17l2 2 3.5-4M16 17h9M9 24h.01M16 24h9" />
    </svg>
    Rollcall
  </a>
)

const Links = ({ path }: { readonly path: string }) => (
  <nav class="nav" aria-label="Navigation">
    <a class="nav-link" href={pathTo("")} aria-current={pathWithin(path) === "/" ? "page" : undefined}>
      <Icon name="home" />
      Overview
    </a>
    {groups.map(({ title, titles }) => (
      <div key={title} class="nav-group" role="group" aria-label={title}>
        <p class="nav-title" aria-hidden="true">
          {title}
        </p>
        {keysOf(titles).map((name) => {
          const href = pathTo(views[name].path)
          return (
            <a key={name} class="nav-link" href={href} aria-current={isWithin(path, href) ? "page" : undefined}>
              <Icon name={name} />
              {titles[name]}
            </a>
          )
        })}
      </div>
    ))}
  </nav>
)

const isWithin = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`)

/** Removes the token from the page. Host logins are ended by the host. */
const Leave = () =>
  token.value === undefined ? null : (
    <button type="button" class="nav-link nav-leave" onClick={logOut}>
      <Icon name="out" />
      Log out
    </button>
  )
