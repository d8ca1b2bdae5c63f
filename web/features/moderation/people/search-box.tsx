import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { GetForm } from '#web/ui/get-form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { StaffSearchState } from './api.ts'

interface SearchBoxProps extends Pick<StaffSearchState, 'search' | 'blocked'> {
  label: string
  /** Further filters. */
  children?: ReactNode
}

/** The search text is kept in the URL. `label` names the searched fields. */
export function SearchBox({ label, search, blocked, children }: SearchBoxProps) {
  return (
    <search>
      <GetForm className="mb-6 flex flex-wrap items-end gap-x-4 gap-y-2">
        <TextField
          // Remounted when the URL changes otherwise, so that the box matches the results.
          key={`search ${search}`}
          label={label}
          type="search"
          name="search"
          defaultValue={search}
          maxLength={255}
          enterKeyHint="search"
          className="min-w-0 grow basis-48 lg:max-w-md"
        />
        <Button type="submit">Найти</Button>
        {children}
        <CheckboxField
          key={`blocked ${blocked}`}
          label="Только заблокированные"
          name="blocked"
          value="1"
          defaultChecked={blocked}
          onChange={event => event.currentTarget.form?.requestSubmit()}
        />
      </GetForm>
    </search>
  )
}
