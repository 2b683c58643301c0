import { join } from "node:path"
import { defineConfig } from "@playwright/test"
import { chromium, outputDir } from "./Chromium.ts"

// `npm run check:console` takes every journey in Chromium, each on a server of its own with 5,000 contacts, and looks at every view
// at the width of a phone and of a screen, in both themes. `npm run check:console -- Typing` takes the journeys of one file.
export default defineConfig({
  globalSetup: "./Setup.ts",
  outputDir: join(outputDir, "console"),
  fullyParallel: true,
  forbidOnly: true,
  // Each worker mostly waits for its server and browser.
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: chromium,
  projects: [
    { name: "journeys", testMatch: "journeys/*.spec.ts" },
    { name: "pictures", testMatch: "Pictures.spec.ts" },
    { name: "measures", testMatch: "Measures.spec.ts" }
  ]
})
