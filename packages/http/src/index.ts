export * from "./requests/BodyLimits.ts"
export * from "./Routes.ts"
