import { layer } from "@rollcall/storage-sqlite"
import { storageConformance } from "../src/index.ts"
storageConformance("sqlite", layer({ filename: ":memory:" }))
