import { errorsPage } from "./ErrorCodes.ts"
import { eventsPage } from "./EventTypes.ts"
import { httpErrorsPage } from "./HttpErrors.ts"
import { importWarningsPage } from "./ImportWarnings.ts"
import { settingFiles, settingsPage } from "./Settings.ts"
import { readSources } from "./source/Types.ts"
import { whatsAppCodesPage } from "./WhatsAppCodes.ts"

/** A page that is written as a whole. */
export interface WholePage {
  readonly file: string
  readonly text: string
}

/** The pages that are written as a whole. */
export const referencePages = (): ReadonlyArray<WholePage> => [
  { file: "docs/reference/errors.md", text: errorsPage() },
  { file: "docs/reference/events.md", text: eventsPage() },
  { file: "docs/reference/http-errors.md", text: httpErrorsPage() },
  { file: "docs/reference/import-warnings.md", text: importWarningsPage() },
  { file: "docs/reference/whatsapp-codes.md", text: whatsAppCodesPage() },
  ...readSources(settingFiles, (sources) => [{ file: "docs/reference/settings.md", text: settingsPage(sources) }])
]
