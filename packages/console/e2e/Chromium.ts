import { join } from "node:path"
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from "@playwright/test"

/** Where a test leaves what it keeps when it fails: a picture, and a trace for `npx playwright show-trace`. */
export const outputDir = join(import.meta.dirname, "../../../node_modules/.cache/playwright")

/** The Chromium of Debian, which nothing downloads, with a window of a screen. */
export const chromium: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> = {
  viewport: { width: 1440, height: 900 },
  contextOptions: { reducedMotion: "reduce" },
  actionTimeout: 15_000,
  screenshot: "only-on-failure",
  trace: "retain-on-failure",
  launchOptions: { executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] }
}
