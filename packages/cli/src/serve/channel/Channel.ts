import {
  layer as simulatorLayer,
  layerMemory as simulatorMemory,
  simulatorTemplates
} from "@rollcall/channel-simulator"
import { type MessageChannel, TemplateCatalog } from "@rollcall/core/channel"
import type { WorkspaceStore, TemplateStore } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import { openJournal } from "./FileJournal.ts"
import type { Settings } from "../settings/Settings.ts"
import type { StartRefused } from "../StartRefused.ts"
import { readTemplates } from "./TemplateFile.ts"
import type { WhatsAppSettings } from "./WhatsApp.ts"

/** How many completed messages the simulator keeps on a server, where nothing reads them. */
const keepEnded = 10_000

type SimulatorSettings = Pick<Settings, "databaseUrl" | "simulatorJournal" | "simulatorSeed" | "templates">

type ChannelSettings = Pick<Settings, "channel"> & SimulatorSettings & WhatsAppSettings
type FromChannel<A> = Layer.Layer<A, StartRefused, WorkspaceStore | TemplateStore>

export const channelLayer = (settings: ChannelSettings): FromChannel<MessageChannel | TemplateCatalog> =>
  settings.channel === "whatsapp"
    ? loadWhatsApp(settings)
    : Layer.merge(simulatedLayer(settings), simulatedCatalog(settings))

export const catalogLayer = (
  settings: Pick<ChannelSettings, "channel" | "templates"> & WhatsAppSettings
): FromChannel<TemplateCatalog> =>
  settings.channel === "whatsapp" ? loadWhatsApp(settings) : simulatedCatalog(settings)

/** Loads the WhatsApp package only if it is used. */
const loadWhatsApp = (settings: WhatsAppSettings) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./WhatsApp.ts")),
      ({ whatsAppLayer }) => whatsAppLayer(settings)
    )
  )

const simulatedLayer = (settings: SimulatorSettings) => {
  const filename = journalFile(settings)
  const options = { keepEnded, seed: settings.simulatorSeed }
  return filename === undefined
    ? simulatorMemory(options)
    : Layer.unwrap(Effect.map(openJournal(filename), (journal) => simulatorLayer(journal, options)))
}

/**
 * The templates stored in the workspace, those of the operator's file, and those of the simulator. If several have the same
 * template, the first one applies.
 */
const simulatedCatalog = (settings: Pick<Settings, "templates">) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const added = settings.templates === undefined ? [] : yield* readTemplates(settings.templates)
      return TemplateCatalog.layerStored([...simulatorTemplates, ...added])
    })
  )

/**
 * Returns the file of the journal. Without a file, the journal is lost when the process exits, like deliveries in memory.
 */
const journalFile = ({
  databaseUrl,
  simulatorJournal
}: Pick<Settings, "databaseUrl" | "simulatorJournal">): string | undefined =>
  simulatorJournal ?? (databaseUrl._tag === "Sqlite" ? `${databaseUrl.filename}.simulator.jsonl` : undefined)
