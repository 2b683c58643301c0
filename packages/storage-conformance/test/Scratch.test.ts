import { layer } from "@rollcall/storage-memory"
import { storageConformance } from "../src/index.ts"
storageConformance("memory", layer)
