import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { walkReadme } from "../deployment/ReadmeWalk.ts"
import { repository } from "../Repository.ts"

// A clone by its links, so that the files of the walk are written elsewhere.
const clone = mkdtempSync(join(tmpdir(), "rollcall-walk-"))
for (const name of readdirSync(repository)) symlinkSync(join(repository, name), join(clone, name))
afterAll(() => rmSync(clone, { recursive: true }))

it("the walk of the README runs as one block, and every line does what the README says", async () => {
  const before = readdirSync(clone).filter((name) => !name.endsWith(".csv"))
  expect(await walkReadme(clone)).toEqual([])
  // Its server keeps nothing.
  expect(readdirSync(clone).filter((name) => !name.endsWith(".csv"))).toEqual(before)
}, 90_000)
