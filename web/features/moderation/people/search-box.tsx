import type { ReactNode } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { StaffSearchState } from './api.ts'

interface SearchBoxProps extends Pick<StaffSearchState, 'search' | 'blocked'> {
  label: string
  /** What else one can choose by. */
  children?: ReactNode
}

/** What is looked for stands in the address. `label` says by what one finds here. */
export function SearchBox({ label, search, blocked, children }: SearchBoxProps) {
  const submit = useSubmit()
  return (
    <search>
      <Form method="get" className="mb-6 flex flex-wrap items-end gap-x-4 gap-y-2">
        <TextField
          // Remounted when the address changes by other means, so that the box says what is shown.
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
          onChange={event => void submit(event.currentTarget.form)}
        />
      </Form>
    </search>
  )
}
