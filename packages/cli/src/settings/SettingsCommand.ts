import { Command } from "effect/cli"
import { optional } from "../targets/Flags.ts"
import { targetCommands } from "../targets/TargetCommand.ts"

const command = targetCommands(() => import("./KeepSettings.ts"))

export const settingsCommand = Command.make("settings").pipe(
  Command.withDescription("Show and change the settings of a workspace: how often and when marketing is sent."),
  Command.withSubcommands([
    command(
      "get",
      "Show the frequency cap and quiet hours of marketing messages.",
      {},
      ({ showSettings }) => showSettings
    ),
    command(
      "set",
      "Change the settings of a workspace. Settings that you don't give stay the same.",
      {
        cap: optional("cap", "Frequency cap as messages/days, such as 2/7; `none` for no cap"),
        quiet: optional("quiet", "Quiet hours without marketing, such as 21:00-08:00; `none` for no quiet hours"),
        zone: optional("time-zone", "The default IANA time zone of recipients, such as Europe/Berlin"),
        zoneField: optional("time-zone-field", "The key of the custom field with the time zone of a contact, or `none`")
      },
      ({ changeSettings }) => changeSettings,
      [
        {
          command: "rollcall settings set --cap 2/7 --quiet 21:00-08:00 --time-zone Europe/Berlin",
          description: "At most two marketing messages a week, and none at night"
        }
      ]
    )
  ])
)
