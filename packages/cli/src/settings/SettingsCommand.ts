import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { jsonFlag } from "../screen/Output.ts"
import { targetFlags } from "../targets/TargetFlags.ts"

const keeping = Effect.promise(() => import("./KeepSettings.ts"))

const getCommand = Command.make(
  "get",
  { json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, ...flags }) {
    const { showSettings } = yield* keeping
    return yield* showSettings(json, flags)
  })
).pipe(Command.withDescription("Show how often contacts get marketing messages, and when they get none."))

const optionalText = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

const setCommand = Command.make(
  "set",
  {
    cap: optionalText("cap", "At most so many marketing messages in so many days, such as 2/7; `none` for any number"),
    quiet: optionalText("quiet", "No marketing between two local times, such as 21:00-08:00; `none` for always"),
    zone: optionalText("time-zone", "The IANA time zone of recipients whose own is not known, such as Europe/Berlin"),
    zoneField: optionalText(
      "time-zone-field",
      "The key of the custom field with the time zone of a contact, or `none`"
    ),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ cap, json, quiet, zone, zoneField, ...flags }) {
    const { changeSettings } = yield* keeping
    return yield* changeSettings({ cap, quiet, zone, zoneField }, json, flags)
  })
).pipe(
  Command.withDescription("Change the settings of a workspace. What is not given stays."),
  Command.withExamples([
    {
      command: "rollcall settings set --cap 2/7 --quiet 21:00-08:00 --time-zone Europe/Berlin",
      description: "At most two marketing messages a week, and none at night"
    }
  ])
)

/** `rollcall settings`: what a workspace decides for itself. The module behind a command is loaded when it runs. */
export const settingsCommand = Command.make("settings").pipe(
  Command.withDescription("Show and change the settings of a workspace: how often and when marketing is sent."),
  Command.withSubcommands([getCommand, setCommand])
)
