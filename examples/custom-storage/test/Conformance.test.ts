import { storageConformance } from "@rollcall/storage-conformance"
import { layer } from "../src/CustomStorage.ts"

storageConformance("custom", layer)
