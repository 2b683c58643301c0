/** Jobs that change many contacts: add them to a list, opt them out or opt them in. */
export { isJobOver, StoredContactJob } from "./ContactJob.ts"
export type { ContactJobRef } from "./ContactJobStore.ts"
export { layerContactJobWorker, runContactJob } from "./ContactJobWorker.ts"
export { NewOptOutJob, OptOutAction, OptOutJob, OptOutJobNotFound, OptOutJobs } from "./OptOutJobs.ts"
export { ListJob, ListJobNotFound, ListJobs } from "./ListJobs.ts"
