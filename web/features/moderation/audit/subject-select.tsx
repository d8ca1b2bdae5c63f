import type { AuditSubject } from '#contract/moderation/audit.ts'
import { GetForm } from '#web/ui/get-form.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { subjectWords } from './action-words.ts'

/** Filters the journal by kind of subject; the choice is in the URL. */
export function SubjectSelect({ subject }: { subject: AuditSubject | '' }) {
  return (
    <GetForm className="mb-6 sm:max-w-64">
      <SelectField
        key={subject}
        label="Показать"
        name="subject"
        defaultValue={subject}
        onChange={event => event.currentTarget.form?.requestSubmit()}
      >
        <option value="">Всё</option>
        {Object.entries(subjectWords).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </SelectField>
    </GetForm>
  )
}
