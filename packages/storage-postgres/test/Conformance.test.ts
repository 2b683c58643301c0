import { storageConformance } from "@rollcall/storage-conformance"
import { freshStorage } from "./Fixture.ts"

/** Each suite has a database of its own. */
storageConformance("postgres", freshStorage({ clock: "process" }))
