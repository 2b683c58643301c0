export * from "./access/Authorization.ts"
export * from "./Api.ts"
export * from "./requests/RequestBodies.ts"
export * from "./Routes.ts"
