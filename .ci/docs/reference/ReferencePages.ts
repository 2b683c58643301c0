import { errorsPage } from "./ErrorCodes.ts"
import { eventsPage } from "./EventTypes.ts"
import { httpErrorsPage } from "./HttpErrors.ts"
import { importWarningsPage } from "./ImportWarnings.ts"
import { areaPages, promiseFiles, promisesPage } from "./PromiseMethods.ts"
import { serviceFiles, servicesPage } from "./Services.ts"
import { settingsPage } from "./Settings.ts"
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
  ...readSources([...promiseFiles, "packages/core/src/index.ts", ...serviceFiles()], (sources) => [
    { file: "docs/reference/promises.md", text: promisesPage(sources) },
    ...areaPages(sources),
    { file: "docs/reference/services.md", text: servicesPage(sources) },
    { file: "docs/reference/settings.md", text: settingsPage(sources) }
  ])
]
