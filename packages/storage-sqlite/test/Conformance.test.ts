import { storageConformance } from "@rollcall/storage-conformance"
import { Effect, Layer } from "effect"
import { layer } from "../src/index.ts"
import { temporaryFile } from "./Fixture.ts"

storageConformance("sqlite in memory", layer({ filename: ":memory:" }))

/** Each suite has a file of its own. */
const onDisk = Layer.unwrap(Effect.map(temporaryFile, (filename) => layer({ filename })))

storageConformance("sqlite on disk", onDisk)
