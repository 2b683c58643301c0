import { dispatchSuite } from "../../storage-conformance/src/broadcasts/DispatchSuite.ts"
import { layer } from "../src/index.ts"

dispatchSuite("memory", layer)
