import { layer as simulatorLayer, SimulatorJournal, simulatorTemplates } from "@rollcall/channel-simulator"
import { type MessageChannel, TemplateCatalog } from "@rollcall/core/channel"
import { Effect, Layer } from "effect"
import { layerFileJournal } from "./FileJournal.ts"
import type { Settings } from "./settings/Settings.ts"
import type { StartRefused } from "./StartRefused.ts"
import { readTemplates } from "./TemplateFile.ts"

/** How many ended messages the simulator of a server remembers: nothing reads its record. */
const keepEnded = 10_000

/** The channel that the settings name. */
export const channelLayer = (
  settings: Pick<Settings, "databaseUrl" | "simulatorJournal" | "simulatorSeed">
): Layer.Layer<MessageChannel, StartRefused> => {
  const filename = journalFile(settings)
  const journal = filename === undefined ? SimulatorJournal.layerMemory : layerFileJournal(filename)
  return Layer.provide(simulatorLayer({ keepEnded, seed: settings.simulatorSeed }), journal)
}

/**
 * The templates that a workspace keeps itself, those of the operator's file, and the channel's own. If several have
 * a template, the first counts.
 */
export const catalogLayer = (settings: Pick<Settings, "templates">) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const added = settings.templates === undefined ? [] : yield* readTemplates(settings.templates)
      return TemplateCatalog.layerStored([...simulatorTemplates, ...added])
    })
  )

/** The file of the journal. Without one it ends with the process, as deliveries in memory do. */
const journalFile = ({
  databaseUrl,
  simulatorJournal
}: Pick<Settings, "databaseUrl" | "simulatorJournal">): string | undefined =>
  simulatorJournal ?? (databaseUrl._tag === "Sqlite" ? `${databaseUrl.filename}.simulator.jsonl` : undefined)
