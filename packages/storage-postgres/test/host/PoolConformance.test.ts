import { storageConformance } from "@rollcall/storage-conformance"
import { layer as reference } from "@rollcall/storage-memory"
import { freshPoolStorage } from "./Fixture.ts"

/** The pool is one of `pg`, whose sessions have the time zone of the host. */
storageConformance("pool of pg", freshPoolStorage, { reference })
