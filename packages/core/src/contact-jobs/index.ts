/** Jobs that change many contacts: those that are added to lists, opted out or opted in. */
export { ContactJobReason, ContactJobStatus, isJobOver, StoredContactJob } from "./ContactJob.ts"
export type { ContactJobRef } from "./ContactJobStore.ts"
export { layerContactJobWorker, runContactJob } from "./ContactJobWorker.ts"
export { NewOptOutJob, OptOutAction, OptOutJob, OptOutJobNotFound, OptOutJobs } from "./OptOutJobs.ts"
export { SearchAddition, SearchAdditionNotFound, SearchAdditions } from "./SearchAdditions.ts"
