import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { refresh } from "../build/Refresh.ts"
import { contextOf, type Faults, launch, type Theme } from "./browser/Browser.ts"
import { smallPng } from "./browser/SmallPng.ts"
import { apiOf } from "./Api.ts"
import { signIn } from "./Journey.ts"
import { pictures } from "./Pictures.ts"
import { makeSeeded } from "./Seeded.ts"
import { token } from "./Server.ts"

// `npm run screenshots` takes the pictures of the console that the pages show, in `docs/pictures`, of a server with people who
// are made up. `--only NAME` takes one.
const { values } = parseArgs({ options: { only: { type: "string" } } })
const folder = join(import.meta.dirname, "../../../docs/pictures")
const chosen = pictures.filter(({ name }) => values.only === undefined || name === values.only)

await refresh()
const [seeded, browser] = await Promise.all([makeSeeded("pictures"), launch()])
try {
  mkdirSync(folder, { recursive: true })
  for (const { height = 800, name, show, theme = "light" satisfies Theme, variables, width = 1280 } of chosen) {
    await seeded.use(async ({ url }) => {
      const faults: Faults = []
      const seen = { width, height, theme }
      const context = await contextOf(browser, new URL(url).origin, seen, faults, (answer) => answer.status() === 401)
      const page = await context.newPage()
      const api = apiOf(url, token)
      await signIn(page, api)
      await show(page, api)
      const small = smallPng(await page.screenshot({ animations: "disabled", caret: "hide" }))
      writeFileSync(join(folder, `console-${name}.png`), small)
      console.log(`console-${name}.png: ${Math.round(small.length / 1_000)} kB`)
      for (const fault of new Set(faults)) console.error(`${name}: ${fault}`)
      if (faults.length > 0) process.exitCode = 1
      await context.close()
    }, variables)
  }
} finally {
  await browser.close()
  seeded.remove()
}
