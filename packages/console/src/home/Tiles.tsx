import { pathTo } from "../shell/Place.ts"
import { text } from "../texts/Text.ts"
import { Count } from "../ui/Count.tsx"
import { views } from "../Views.ts"

const names = ["contacts", "lists", "segments", "broadcasts"] as const

/** How many there are of what the workspace has, each a link to its view. */
export const Tiles = ({
  totals
}: {
  readonly totals: { readonly [Name in (typeof names)[number]]: number | undefined }
}) => (
  <ul class="home-tiles">
    {names.map((name) => {
      const view = views[name]
      const inside = (
        <>
          <span class="home-number">
            <Count value={totals[name]} />
          </span>
          <span class="quiet">{text(`shell.views.${name}`)}</span>
        </>
      )
      return (
        <li key={name}>
          {view === undefined ? (
            <span class="home-tile">{inside}</span>
          ) : (
            <a class="home-tile" href={pathTo(view.path)}>
              {inside}
            </a>
          )}
        </li>
      )
    })}
  </ul>
)
