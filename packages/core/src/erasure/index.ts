/** The erasure of a contact with every trace of the person. */
export { ContactErasure, type ErasureReceipt } from "./ContactErasure.ts"
export { eraseDelivery } from "./EraseDelivery.ts"
export { finishErasures } from "./ErasureWorker.ts"
