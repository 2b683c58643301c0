import "./types.css"
import { type EventType, topics, typesAbout, typesNamed, eventTitles, topicTitles } from "./EventTypes.ts"
import { CheckFields, type ChosenProps } from "../ui/forms/FormField.tsx"

/** Checkboxes for event types, grouped by topic. */
export const EventTypeChoice = ({ chosen, onChosen }: ChosenProps<EventType>) => (
  <div class="types">
    {topics.map((topic) => {
      const types = typesAbout(topic)
      const count = types.filter((type) => chosen.includes(type)).length
      return (
        <fieldset key={topic} class="types-topic">
          <legend class="field-label">
            <label class="types-all">
              <input
                type="checkbox"
                checked={count === types.length}
                indeterminate={count > 0 && count < types.length}
                onChange={(event) => {
                  const others = chosen.filter((type) => !types.includes(type))
                  onChosen(typesNamed(event.currentTarget.checked ? [...others, ...types] : others))
                }}
              />
              {topicTitles[topic]}
            </label>
          </legend>
          <CheckFields
            choices={types.map((type) => ({ value: type, label: eventTitles[type], title: type }))}
            chosen={chosen}
            onChosen={(ticked) => onChosen(typesNamed(ticked))}
          />
        </fieldset>
      )
    })}
  </div>
)
