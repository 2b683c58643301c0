/** Dispatch: the work that sends accepted broadcasts. */
export { DispatchSettings } from "./DispatchSettings.ts"
export { dispatchStep } from "./DispatchStep.ts"
export { layerDispatcher, sendDue } from "./Dispatcher.ts"
export { layerWaitingRecipients } from "./JudgeAgain.ts"
export { type KeepFor, prune } from "./Pruning.ts"
export { TestRequest, type TestResult, TestSends } from "./TestSends.ts"
