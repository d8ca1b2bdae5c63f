import { Form, useSubmit } from 'react-router'
import type { AuditSubject } from '#contract/moderation/audit.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { subjectWords } from './action-words.ts'

/** Narrows the journal to one kind of things; the choice stands in the address. */
export function SubjectSelect({ subject }: { subject: AuditSubject | '' }) {
  const submit = useSubmit()
  return (
    <Form method="get" className="mb-6 sm:max-w-64">
      <SelectField
        key={subject}
        label="Показать"
        name="subject"
        defaultValue={subject}
        onChange={event => void submit(event.currentTarget.form)}
      >
        <option value="">Всё</option>
        {Object.entries(subjectWords).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </SelectField>
    </Form>
  )
}
