import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { read, repository } from "../../Repository.ts"
import { completeLock, parseLock } from "./CompleteLock.ts"

// The last step of `npm run lock`, after npm has written the lockfile.
const file = join(repository, "package-lock.json")
const is = read("package-lock.json")
const shouldBe = `${JSON.stringify(completeLock(parseLock(is)), null, 2)}\n`
if (is !== shouldBe) writeFileSync(file, shouldBe)
