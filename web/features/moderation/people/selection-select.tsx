import { SelectField } from '#web/ui/select-field.tsx'
import type { StaffSearchState } from './api.ts'
import { selectionWords } from './people-search.ts'

/** Filters companies that should be checked; part of the search form. */
export function SelectionSelect({ only }: Pick<StaffSearchState, 'only'>) {
  return (
    <SelectField
      key={`only ${only}`}
      label="Показать"
      name="only"
      defaultValue={only}
      onChange={event => event.currentTarget.form?.requestSubmit()}
      className="max-sm:grow"
    >
      <option value="">Все компании</option>
      {Object.entries(selectionWords).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </SelectField>
  )
}
