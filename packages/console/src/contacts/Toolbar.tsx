import { Button } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { ColumnsMenu } from "./ColumnsMenu.tsx"
import type { ContactFields } from "./ContactFields.ts"
import type { ContactsProps } from "./ContactSearch.ts"
import { countFilters } from "./filters/Filter.ts"
import { SegmentMenu } from "./segments/SegmentMenu.tsx"

interface ToolbarProps extends ContactsProps {
  readonly fields: ContactFields
  readonly building: boolean
  readonly onBuilding: (building: boolean) => void
}

/** The controls above the table: search box, filters, segment and layout. */
export const Toolbar = ({ building, dataTypeOf, fields, onBuilding, onState, state }: ToolbarProps) => {
  const filters = countFilters(state.filters)
  return (
    <div class="contacts-tools" role="search">
      <label class="contacts-search">
        <span class="unseen">Search names, numbers, addresses</span>
        <Icon name="search" />
        <input
          class="input"
          type="search"
          maxLength={256}
          placeholder="Search names, numbers, addresses"
          value={state.term}
          onInput={(event) => onState({ ...state, term: event.currentTarget.value }, "replace")}
        />
      </label>
      <Button icon="filter" aria-expanded={building} onClick={() => onBuilding(!building)}>
        Filter
        {filters > 0 && <span class="contacts-badge numbers">{filters}</span>}
      </Button>
      <SegmentMenu state={state} onState={onState} dataTypeOf={dataTypeOf} onLoaded={() => onBuilding(true)} />
      <span class="contacts-gap" />
      <ColumnsMenu state={state} onState={onState} fields={fields} />
    </div>
  )
}
