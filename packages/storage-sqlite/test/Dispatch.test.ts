import { dispatchSuite } from "../../storage-conformance/src/broadcasts/DispatchSuite.ts"
import { layer } from "../src/index.ts"

dispatchSuite("sqlite", layer({ filename: ":memory:" }))
