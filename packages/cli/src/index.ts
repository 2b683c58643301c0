export { rollcall } from "./Cli.ts"
