import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { repository } from "../../Repository.ts"
import { bundle } from "./BundleProgram.ts"

// `node tools/release/packages/fake.ts FILE` writes the fake WhatsApp platform as one file that needs only Node.
const [, , file = "whatsapp-fake.mjs"] = process.argv
const { code } = await bundle(join(repository, "packages/channel-whatsapp/src/fake/main.ts"))
writeFileSync(file, code)
console.log(`${file}: ${Buffer.byteLength(code)} bytes`)
