import { type ReactNode, useRef } from 'react'
import { PlaceField } from '#web/features/places/place-field.tsx'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { DraftNotice } from '#web/ui/draft-notice.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { dateAfter } from '../dates.ts'
import { lineForms, toCompanies } from '../words.ts'
import { CompanyChoice } from './company-choice.tsx'
import { LineChoice } from './line-choice.tsx'
import { type AskOptions, useAsk } from './use-ask.ts'

/** Asks companies for their prices of a project's lines. */
export function AskForm(options: AskOptions) {
  const { project, again } = options
  const form = useRef<HTMLFormElement>(null)
  const { draft, change, lines, candidates, companies, errors, isSending, submit } = useAsk(options, form)
  const { values } = draft
  /** A message of the field or of one of its entries. */
  const messageOf = (name: string) =>
    errors[name] ?? Object.entries(errors).find(([key]) => key.startsWith(`${name}.`))?.[1]
  const field = (name: 'wanted_from' | 'wanted_to' | 'deadline' | 'note') => ({
    value: values[name],
    error: messageOf(name),
    onChange: ({ target: { value } }: { target: { value: string } }) => change({ [name]: value }),
  })
  const whom = messageOf('companies') ?? messageOf('regions')
  return (
    <form
      ref={form}
      noValidate
      aria-label="Запрос цен"
      className="grid grid-cols-1 gap-6"
      onSubmit={event => {
        event.preventDefault()
        if (!isSending) submit()
      }}
    >
      {draft.isRestored && <DraftNotice onDiscard={draft.discard} />}
      <FormErrors messages={['', 'project'].flatMap(name => errors[name] ?? [])} />
      <Part title="Что нужно">
        <LineChoice
          lines={project.lines}
          without={values.without}
          error={messageOf('lines')}
          onChange={without => change({ without })}
        />
        <div className="mt-4">
          <CheckboxField
            label="Можно предлагать замены"
            hint="Компании смогут назвать другое растение, если такого у них нет. Замены будут подписаны."
            checked={values.substitutes_allowed}
            onChange={event => change({ substitutes_allowed: event.target.checked })}
          />
        </div>
      </Part>
      <Part title="Куда и когда">
        <div className="grid grid-cols-1 gap-x-5 gap-y-5 sm:grid-cols-2">
          <div className="sm:col-span-2">
            <PlaceField
              key={draft.isRestored ? 'draft' : 'new'}
              name="place"
              label="Куда везти"
              hint="Питомники посчитают доставку"
              initial={values.place}
              error={messageOf('place')}
              onChange={(place, typed) => change({ place, placeText: place ? '' : typed })}
            />
          </div>
          <TextField type="date" label="Нужны с" min={dateAfter(0)} {...field('wanted_from')} />
          <TextField type="date" label="Нужны по" min={dateAfter(0)} {...field('wanted_to')} />
          <TextField
            type="datetime-local"
            label="Ждём ответа до"
            hint="Выбирать можно и раньше, как только ответят"
            required
            {...field('deadline')}
          />
        </div>
      </Part>
      <Part title="Кого спросить">
        <CompanyChoice
          candidates={candidates}
          lines={lines.length}
          chosen={project.totals.companies}
          known={again?.earlier.companies}
          values={{ ...values, companies }}
          error={whom}
          onChange={change}
        />
        <p className="mt-3 text-sm text-muted">Компании не узнают, кого ещё вы спросили, и не увидят чужих цен.</p>
      </Part>
      <Part title="Примечание">
        <TextArea
          label="Что ещё знать питомникам"
          hint="Подъезд, приёмка, безнал. Телефон писать не нужно: ваш e-mail увидят только те, кого вы выберете."
          rows={3}
          {...field('note')}
        />
      </Part>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" busy={isSending} className="max-sm:w-full">
          Отправить запрос
        </Button>
        <p className="text-sm text-muted">
          {counted(lines.length, lineForms)}
          {values.who === 'companies' && companies.length > 0 && `, ${counted(companies.length, toCompanies)}`}
        </p>
      </div>
    </form>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <section aria-label={title}>
        <h2 className="mb-3 text-xl">{title}</h2>
        {children}
      </section>
    </Card>
  )
}
