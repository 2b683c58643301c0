import { errorsPage } from "./ErrorCodes.ts"
import { eventsPage } from "./EventTypes.ts"
import { httpErrorsPage } from "./HttpErrors.ts"
import { importWarningsPage } from "./ImportWarnings.ts"
import { whatsAppCodesPage } from "./WhatsAppCodes.ts"

/** The pages that are written as a whole. */
export const referencePages: ReadonlyArray<{ readonly file: string; readonly render: () => string }> = [
  { file: "docs/reference/errors.md", render: errorsPage },
  { file: "docs/reference/events.md", render: eventsPage },
  { file: "docs/reference/http-errors.md", render: httpErrorsPage },
  { file: "docs/reference/import-warnings.md", render: importWarningsPage },
  { file: "docs/reference/whatsapp-codes.md", render: whatsAppCodesPage }
]
