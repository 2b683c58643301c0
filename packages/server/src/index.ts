export { rollcall } from "./Cli.ts"
export { readSettings, type Settings, variables } from "./Settings.ts"
export { serve } from "./Serve.ts"
export { StartRefused } from "./StartRefused.ts"
