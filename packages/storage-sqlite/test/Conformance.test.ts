import { storageConformance } from "@rollcall/storage-conformance"
import { layer as reference } from "@rollcall/storage-memory"
import { Effect, Layer } from "effect"
import { layer } from "../src/index.ts"
import { quickFile } from "./Fixture.ts"

/** Each suite has a file of its own. In memory the same statements run on the same engine. */
storageConformance("sqlite", Layer.unwrap(Effect.map(quickFile, (filename) => layer({ filename }))), { reference })
