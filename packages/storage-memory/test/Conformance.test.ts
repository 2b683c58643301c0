import { storageConformance } from "@rollcall/storage-conformance"
import { layer } from "@rollcall/storage-memory"

storageConformance("memory", layer)
