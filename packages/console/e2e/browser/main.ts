import { ensureInstalled } from "./Installed.ts"

// What comes before the programs of this folder are compiled or run.
ensureInstalled(import.meta.dirname)
