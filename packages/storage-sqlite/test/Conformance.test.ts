import { storageConformance } from "@rollcall/conformance/storage"
import { layer as reference } from "@rollcall/storage-memory"
import { Effect, Layer } from "effect"
import { layer } from "../src/index.ts"
import { quickFile } from "./Fixture.ts"
import { layerStoredTexts } from "./StoredTexts.ts"

/** Each suite has a file of its own. In memory the same statements run on the same engine. */
const open = Effect.map(quickFile, (filename) => Layer.provideMerge(layerStoredTexts(filename), layer({ filename })))

storageConformance("sqlite", Layer.unwrap(open), { reference })
