import { storageConformance } from "@rollcall/conformance/storage"
import { layer as reference } from "@rollcall/storage-memory"
import { freshStorage } from "./Fixture.ts"

/** Each suite has a database of its own. */
storageConformance("postgres", freshStorage({ clock: "process" }), { reference })
