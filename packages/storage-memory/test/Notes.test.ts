import { noteSuite } from "../../storage-conformance/src/notes/NoteSuite.ts"
import { layer } from "../src/index.ts"

noteSuite("memory", layer)
