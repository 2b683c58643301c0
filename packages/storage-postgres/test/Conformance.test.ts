import { storageConformance } from "@rollcall/storage-conformance"
import { layer as reference } from "@rollcall/storage-memory"
import { freshStorage } from "./Fixture.ts"

/** Each suite has a database of its own. */
storageConformance("postgres", freshStorage({ clock: "process" }), { reference })
