import { type FieldPath, type UseFormReturn, useFormState } from 'react-hook-form'
import { type Variant, variantLimits } from '#contract/variants.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { ClipboardPaste, Plus, Undo2 } from '#web/ui/icons.ts'
import type { FieldWiring } from '../form-fields.tsx'
import type { ParsedProduct, ProductValues } from '../values.ts'
import { canBeOne } from './one-size.ts'
import { PasteBox } from './paste-box.tsx'
import { sizeFields } from './size-field.ts'
import { columns, SizeRow } from './size-row.tsx'
import { copyOf, emptySize, isBlank, type SizeValues } from './size-values.ts'
import { useAnswers } from './use-answers.ts'
import { usePaste } from './use-paste.ts'
import { useRowFocus } from './use-row-focus.ts'
import { type SizeRows, useSizeRows } from './use-size-rows.ts'

interface SizesTableProps {
  form: UseFormReturn<ProductValues, unknown, ParsedProduct>
  rows: SizeRows
  /** What is there already. */
  saved: readonly Variant[]
  wiring: (name: FieldPath<ProductValues>) => FieldWiring
  /** The row to focus when the table appears. */
  beginAt: number | null
  /** Returns to the fields of one size; `null` if the product has several. */
  onOneSize: ((size: SizeValues) => void) | null
}

type WiringOf = (name: `variants.${number}.${string}`) => FieldWiring

/** The sizes of a product, one per row. */
export function SizesTable({ form, rows, saved, wiring, beginAt, onOneSize }: SizesTableProps) {
  const { errors, submitCount } = useFormState({ control: form.control })
  const { fields } = rows
  const sizes = () => form.getValues('variants')
  const { list, openKey, setOpenKey, focus } = useRowFocus({ form, fields, submitCount, beginAt })
  const changes = useSizeRows({ form, rows, focus })
  const answers = useAnswers(form)
  const paste = usePaste({
    category: () => form.getValues('category'),
    count: () => sizes().filter(size => !isBlank(size)).length,
    add: changes.add,
  })
  const fieldOf = sizeFields(form, wiring)
  const [only] = sizes()
  const tableError = errors.variants?.root?.message ?? errors.variants?.message
  return (
    <div className="@container col-span-full">
      <FormErrors messages={tableError ? [tableError] : []} />
      <TableHead />
      <ol ref={list} id="sizes" tabIndex={-1} aria-label="Размеры" className="grid gap-2 @min-[44rem]:gap-0">
        {fields.map(({ key }, place) => (
          <li key={key} data-key={key}>
            <SizeRow
              control={form.control}
              place={place}
              count={fields.length}
              saved={saved.find(({ id }) => String(id) === sizes()[place]?.id) ?? null}
              isOpen={openKey === key}
              hasErrors={Boolean(errors.variants?.[place])}
              field={fieldOf(place)}
              wiring={wiring as WiringOf}
              onToggle={() => setOpenKey(openKey === key ? null : key)}
              onMove={to => changes.move(place, to)}
              onCopy={() => changes.insert(place + 1, copyOf(sizes()[place] ?? emptySize))}
              onRemove={() => changes.remove(place)}
              onPaste={text => void paste.read(text, place)}
              onAnswer={(doubt, choice) => answers.give(place, doubt, choice)}
              onRest={isNote => answers.giveRest(place, isNote)}
            />
          </li>
        ))}
      </ol>
      <p className="mt-2 text-xs text-muted">
        ОКС — открытые корни, C — контейнер, P — горшок, RB — ком, WRB — ком в сетке. Цена пустая — «по запросу».
      </p>
      <TableNews changes={changes} answers={answers} pasted={paste.message} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          disabled={fields.length >= variantLimits.variants}
          onClick={() => changes.insert(fields.length, emptySize)}
        >
          <Plus size={16} />
          Добавить размер
        </Button>
        {paste.text === null && (
          <Button variant="quiet" size="sm" onClick={() => paste.setText('')}>
            <ClipboardPaste size={16} />
            Вставить из таблицы
          </Button>
        )}
        {onOneSize && fields.length === 1 && only && canBeOne(only) && (
          <Button variant="quiet" size="sm" onClick={() => onOneSize(only)}>
            Оставить один размер
          </Button>
        )}
      </div>
      {paste.text !== null && (
        <PasteBox
          text={paste.text}
          error={paste.error}
          busy={paste.busy}
          onText={paste.setText}
          onRead={text => void paste.read(text)}
          onClose={() => paste.setText(null)}
        />
      )}
    </div>
  )
}

/** The names of the columns, where there are any; each field says its name itself. */
function TableHead() {
  return (
    <div
      aria-hidden
      className={`hidden gap-x-2 border-b-2 border-ink/70 pb-1 text-sm font-semibold @min-[44rem]:grid ${columns}`}
    >
      <span />
      <span>Обхват, см</span>
      <span>Высота, см</span>
      <span className="col-span-2">Упаковка и её размер</span>
      <span>Цена, ₽</span>
      <span>Наличие</span>
      <span />
    </div>
  )
}

interface TableNewsProps {
  changes: ReturnType<typeof useSizeRows>
  answers: ReturnType<typeof useAnswers>
  /** What came of the last pasted lines. */
  pasted: string
}

/** What has just happened to the rows, and what can be done about it at once. */
function TableNews({ changes, answers, pasted }: TableNewsProps) {
  return (
    <div aria-live="polite" className="text-sm">
      <p className="sr-only">{changes.moved}</p>
      {pasted !== '' && <p className="mt-2 text-muted">{pasted}</p>}
      {answers.alike > 0 && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          Похожих вопросов ещё: {answers.alike}.
          <Button variant="secondary" size="sm" onClick={answers.giveAlike}>
            Ответить на все так же
          </Button>
        </p>
      )}
      {changes.removed && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          Размер убран.
          <Button variant="secondary" size="sm" onClick={changes.restore}>
            <Undo2 size={16} />
            Вернуть
          </Button>
        </p>
      )}
    </div>
  )
}
