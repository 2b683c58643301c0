export { type AuthorizedCaller } from "./access/Authorization.ts"
export { type BodyLimits, CurrentBodyLimits, defaultBodyLimits } from "./requests/BodyLimits.ts"
export { layer, make, makeWebHandler, type RoutesOptions } from "./Routes.ts"
