import { contactListSuite } from "../../storage-conformance/src/lists/ContactListSuite.ts"
import { layer } from "../src/index.ts"

contactListSuite("memory", layer)
