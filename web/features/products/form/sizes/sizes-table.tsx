import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldPath, type UseFieldArrayReturn, type UseFormReturn, useFormState } from 'react-hook-form'
import { type Variant, variantLimits } from '#contract/variants.ts'
import { numberText } from '#web/lib/number-text.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { ClipboardPaste, Plus, Undo2 } from '#web/ui/icons.ts'
import type { FieldWiring } from '../form-fields.tsx'
import type { ParsedProduct, ProductValues } from '../values.ts'
import { canBeOne } from './one-size.ts'
import { PasteBox } from './paste-box.tsx'
import { alikeIn, answered, answeredAlike } from './questions.ts'
import { tidyRange } from './range-text.ts'
import { columns, SizeRow } from './size-row.tsx'
import {
  copyOf,
  type Doubt,
  emptySize,
  isBlank,
  isNumber,
  isRange,
  type SizeField,
  type SizeValues,
} from './size-values.ts'
import { usePaste } from './use-paste.ts'

export type SizeRows = UseFieldArrayReturn<ProductValues, 'variants', 'key'>

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

interface Removed {
  place: number
  size: SizeValues
}

/** An answered doubt and its answer, while similar doubts are open. */
interface Answer {
  doubt: Doubt
  choice: number | null
}

type WiringOf = (name: `variants.${number}.${string}`) => FieldWiring

/** The sizes of a product, one per row. */
export function SizesTable({ form, rows, saved, wiring, beginAt, onOneSize }: SizesTableProps) {
  const { errors, submitCount } = useFormState({ control: form.control })
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [removed, setRemoved] = useState<Removed | null>(null)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [moved, setMoved] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const sizes = () => form.getValues('variants')
  const paste = usePaste({
    category: () => form.getValues('category'),
    count: () => sizes().filter(size => !isBlank(size)).length,
    add,
  })
  const { fields } = rows

  /** Moves the focus to a field of a row; opens the row if the field is not rendered. */
  function focus(place: number, name: string): void {
    const item = list.current?.children[place]
    const find = () =>
      item?.querySelector<HTMLElement>(`[name="variants.${place}.${name}"], [id="variants.${place}.${name}"]`)
    const isDrawn = (find()?.getClientRects().length ?? 0) > 0
    if (!isDrawn) flushSync(() => setOpenKey(item?.getAttribute('data-key') ?? null))
    find()?.focus()
  }

  /** Shows the first field with an error, unless there is one before the table. */
  const showFirstError = useEffectEvent(() => {
    const { errors: wrong } = form.formState
    if (Object.keys(form.getValues()).find(name => name in wrong) !== 'variants') return
    const place = fields.findIndex((_, index) => wrong.variants?.[index])
    const name = Object.keys(emptySize).find(field => field in (wrong.variants?.[place] ?? {}))
    if (name) focus(place, name === 'price_tiers' ? 'price_tiers.0.price' : name)
  })
  useEffect(() => {
    if (submitCount > 0) queueMicrotask(() => showFirstError())
  }, [submitCount])

  const begin = useEffectEvent(() => {
    if (beginAt !== null) focus(beginAt, 'girth')
  })
  useEffect(() => queueMicrotask(() => begin()), [])

  function add(read: SizeValues[], after: number | null): void {
    const now = sizes()
    const place = after ?? now.length - 1
    const target = now[place]
    // A blank row is replaced.
    if (target && isBlank(target)) {
      rows.remove(place)
      rows.insert(place, read, { shouldFocus: false })
    } else rows.insert(place + 1, read, { shouldFocus: false })
  }

  function insert(place: number, size: SizeValues): void {
    flushSync(() => rows.insert(place, size, { shouldFocus: false }))
    focus(place, 'girth')
  }

  function move(from: number, to: number): void {
    if (to < 0 || to >= fields.length) return
    const focused = document.activeElement?.getAttribute('name') ?? document.activeElement?.id ?? ''
    flushSync(() => rows.move(from, to))
    setMoved(`Размер теперь ${to + 1}-й из ${fields.length}`)
    // Moved nodes lose the focus.
    if (focused.startsWith(`variants.${from}.`)) focus(to, focused.slice(`variants.${from}.`.length))
  }

  function remove(place: number): void {
    const size = sizes()[place]
    if (!size) return
    setRemoved(isBlank(size) ? null : { place, size })
    flushSync(() => rows.remove(place))
    focus(Math.min(place, fields.length - 2), 'girth')
  }

  function setSize(place: number, size: SizeValues): void {
    const before = sizes()[place]
    for (const name of Object.keys(size) as (keyof SizeValues)[]) {
      if (before?.[name] !== size[name]) form.setValue(`variants.${place}.${name}`, size[name])
    }
  }

  function giveAnswer(place: number, doubt: Doubt, choice: number | null): void {
    const size = sizes()[place]
    if (!size) return
    setSize(place, answered(size, doubt, choice === null ? null : (doubt.alternatives[choice] ?? null)))
    setAnswer({ doubt, choice })
  }

  const alike = answer ? sizes().filter(size => alikeIn(size, answer.doubt).length > 0).length : 0
  function answerAlike(): void {
    if (!answer) return
    for (const [place, size] of sizes().entries()) {
      if (alikeIn(size, answer.doubt).length > 0) setSize(place, answeredAlike(size, answer.doubt, answer.choice))
    }
    setAnswer(null)
  }

  const fieldOf =
    (place: number) =>
    (name: SizeField): FieldWiring => {
      const path = `variants.${place}.${name}` as const
      const wired = wiring(path)
      return {
        ...wired,
        onBlur: event => {
          if (isNumber(name)) form.setValue(path, numberText(form.getValues(path)))
          if (isRange(name)) form.setValue(path, tidyRange(form.getValues(path)))
          return wired.onBlur(event)
        },
      }
    }

  const [only] = sizes()
  const tableError = errors.variants?.root?.message ?? errors.variants?.message
  return (
    <div className="@container col-span-full">
      <FormErrors messages={tableError ? [tableError] : []} />
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
              onMove={to => move(place, to)}
              onCopy={() => insert(place + 1, copyOf(sizes()[place] ?? emptySize))}
              onRemove={() => remove(place)}
              onPaste={text => void paste.read(text, place)}
              onAnswer={(doubt, choice) => giveAnswer(place, doubt, choice)}
              onRest={isNote => {
                const size = sizes()[place] ?? emptySize
                const note = isNote ? [size.note, size.rest].filter(Boolean).join('; ') : size.note
                setSize(place, { ...size, note, rest: '' })
              }}
            />
          </li>
        ))}
      </ol>
      <p className="mt-2 text-xs text-muted">
        ОКС — открытые корни, C — контейнер, P — горшок, RB — ком, WRB — ком в сетке. Цена пустая — «по запросу».
      </p>
      <div aria-live="polite" className="text-sm">
        <p className="sr-only">{moved}</p>
        {paste.message !== '' && <p className="mt-2 text-muted">{paste.message}</p>}
        {answer && alike > 0 && (
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
            Похожих вопросов ещё: {alike}.
            <Button variant="secondary" size="sm" onClick={answerAlike}>
              Ответить на все так же
            </Button>
          </p>
        )}
        {removed && (
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
            Размер убран.
            <Button
              variant="secondary"
              size="sm"
              onClick={() => {
                insert(Math.min(removed.place, fields.length), removed.size)
                setRemoved(null)
              }}
            >
              <Undo2 size={16} />
              Вернуть
            </Button>
          </p>
        )}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          disabled={fields.length >= variantLimits.variants}
          onClick={() => insert(fields.length, emptySize)}
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
