import type { Page, Theme } from "../browser/Browser.ts"
import type { Api } from "./Api.ts"
import { open } from "./Journey.ts"

/** A picture of the console that a page shows. */
interface Picture {
  readonly name: string
  readonly width?: number
  readonly height?: number
  readonly theme?: Theme
  /** Settings of its server. */
  readonly variables?: Readonly<Record<string, string>>
  /** Brings the page to where the picture is taken. */
  readonly show: (page: Page, api: Api) => Promise<void>
}

export const pictures: ReadonlyArray<Picture> = [{ name: "contacts", show: (page, api) => open(page, api, "contacts") }]
