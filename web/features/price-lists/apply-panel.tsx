import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type MissingChoice, missingChoices, type PriceList } from '#contract/price-lists.ts'
import { soldOut } from '#contract/stock-names.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted, sizes } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { rowForms } from './words.ts'

interface ApplyPanelProps {
  list: PriceList
  onStarted: (list: PriceList) => void
}

const choiceNames: Record<MissingChoice, string> = {
  keep: 'Оставить как есть',
  sold_out: `Отметить «${soldOut}»`,
  unpublish: 'Снять с публикации',
}

/** What a choice does to the sizes that the list does not name. */
const consequenceOf = (choice: MissingChoice, missing: number) =>
  ({
    keep: `${counted(missing, sizes)} — цены и наличие не изменятся`,
    sold_out: `${counted(missing, sizes)} — растения останутся в каталоге, купить их будет нельзя`,
    unpublish: `${counted(missing, sizes)} — растения, которых в файле нет совсем, исчезнут из каталога; у остальных этих размеров не будет в наличии`,
  })[choice]

/** What the list will do, what becomes of what it does not name, and the button. */
export function ApplyPanel({ list: { id, counts, error }, onStarted }: ApplyPanelProps) {
  const { api } = useApp()
  const headingId = useId()
  const errorId = useId()
  const name = useId()
  const [choice, setChoice] = useState<MissingChoice | null>(null)
  const [isAsked, setAsked] = useState(false)
  const apply = useMutation({
    mutationFn: (missing: MissingChoice) =>
      api.call('POST /price-lists/:id/apply/', { params: { id }, body: { missing } }),
    onSuccess: onStarted,
  })
  const { missing } = counts
  const lacks = missing > 0 && choice === null
  const left = [
    counts.doubtful > 0 && `${counted(counts.doubtful, rowForms)} под вопросом`,
    counts.rejected > 0 && `${counted(counts.rejected, ['отклонённая', 'отклонённые', 'отклонённых'])}`,
    counts.skipped > 0 && `${counted(counts.skipped, ['пропущенная', 'пропущенные', 'пропущенных'])}`,
  ].filter(part => part !== false)
  const isMissingChosen = isAsked && lacks

  return (
    <section
      id="apply"
      aria-labelledby={headingId}
      className="scroll-mt-24 rounded-xl border border-line bg-surface p-4 sm:p-6"
    >
      <h2 id={headingId} className="mb-2 text-2xl">
        Применить
      </h2>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={event => {
          event.preventDefault()
          setAsked(true)
          if (!lacks && !apply.isPending) apply.mutate(choice ?? 'keep')
        }}
      >
        <FormErrors messages={apply.error ? [apply.error.message] : error ? [error] : []} />
        <ul className="grid gap-1 tabular-nums">
          <li>
            <strong className="font-semibold">
              {counted(counts.new, ['новая строка', 'новые строки', 'новых строк'])}
            </strong>{' '}
            — добавим в каталог
          </li>
          <li>
            <strong className="font-semibold">
              {counted(counts.changed, ['изменённая', 'изменённые', 'изменённых'])}
            </strong>{' '}
            — обновим цены, наличие и размеры
          </li>
          <li>
            <strong className="font-semibold">{counts.unchanged} без изменений</strong> — отметим, что всё по-прежнему в
            силе
          </li>
          {left.length > 0 && <li className="text-muted">Не войдут: {left.join(', ')}</li>}
        </ul>
        {missing > 0 && (
          <fieldset aria-describedby={isMissingChosen ? errorId : undefined}>
            <legend className="mb-1 font-semibold">
              Нет в файле, но есть в каталоге: {counted(missing, sizes)}. Что с ними сделать?
            </legend>
            {missingChoices.map(value => (
              <CheckboxField
                key={value}
                type="radio"
                name={name}
                label={choiceNames[value]}
                hint={consequenceOf(value, missing)}
                required
                aria-invalid={isMissingChosen || undefined}
                checked={choice === value}
                onChange={() => setChoice(value)}
              />
            ))}
            {isMissingChosen && <FieldError id={errorId}>Выберите, что с ними сделать</FieldError>}
          </fieldset>
        )}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button type="submit" busy={apply.isPending} className="max-sm:w-full">
            Применить прайс-лист
          </Button>
          <p className="text-sm text-muted">Потом можно будет вернуть всё, как было.</p>
        </div>
      </form>
    </section>
  )
}
