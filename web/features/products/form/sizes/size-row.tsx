import { clsx } from 'clsx'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { roots, type Stock, stocks, type Variant } from '#contract/variants.ts'
import { numberText } from '#web/lib/number-text.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ArrowDown, ArrowUp, ChevronDown, CircleAlert, Copy, Trash2 } from '#web/ui/icons.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { HeldBy } from '../../holds/held-by.tsx'
import { type FieldWiring, NumberField } from '../form-fields.tsx'
import type { ParsedProduct, ProductValues } from '../values.ts'
import { questionOf, type Reading, readingText } from './questions.ts'
import { SizeDetails } from './size-details.tsx'
import type { SizeFieldOf } from './size-field.ts'
import { type Doubt, type SizeValues, sizesLine } from './size-values.ts'
import { rootWords, stockWords } from './words.ts'

/** The columns of the table, on screens with room for it. */
export const columns =
  '@min-[44rem]:grid-cols-[1.25rem_minmax(0,5fr)_minmax(0,6fr)_minmax(0,7fr)_minmax(0,4fr)_minmax(0,6fr)_minmax(0,8fr)_2.75rem]'

/** On a card the fields are in two columns. */
const half = 'col-span-5 @min-[44rem]:col-span-1'

interface SizeRowProps {
  control: Control<ProductValues, unknown, ParsedProduct>
  place: number
  count: number
  /** As it was saved; `null`: it is new. */
  saved: Variant | null
  isOpen: boolean
  hasErrors: boolean
  field: SizeFieldOf
  wiring: (name: `variants.${number}.${string}`) => FieldWiring
  onToggle: () => void
  onMove: (to: number) => void
  onCopy: () => void
  onRemove: () => void
  onPaste: (text: string) => void
  onAnswer: (doubt: Doubt, choice: number | null) => void
  /** Whether the rest of a pasted line goes into the note. */
  onRest: (isNote: boolean) => void
}

/** A row of the table; on a narrow screen a card that expands. */
export function SizeRow({ control, place, count, saved, isOpen, hasErrors, field, wiring, ...act }: SizeRowProps) {
  const size = useWatch({ control, name: `variants.${place}` })
  const number = place + 1
  const detailsId = `size-${place}-details`

  function onKeyDown(event: KeyboardEvent) {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
    if (step === undefined) return
    event.preventDefault()
    act.onMove(place + step)
  }

  const toggle = { 'aria-expanded': isOpen, 'aria-controls': detailsId, onClick: act.onToggle }
  const rowError = wiring(`variants.${place}.id`).error
  return (
    <div
      // oxlint-disable-next-line react/forbid-dom-props -- a fieldset cannot be laid out as the line of a table
      role="group"
      aria-label={`Размер ${number}`}
      onKeyDown={onKeyDown}
      className={clsx(
        'rounded-lg border px-3 py-2 @min-[44rem]:rounded-none @min-[44rem]:border-x-0 @min-[44rem]:border-t-0 @min-[44rem]:px-0',
        hasErrors ? 'border-danger' : 'border-line',
      )}
    >
      <button
        type="button"
        {...toggle}
        className="flex min-h-11 w-full items-center gap-3 text-left @min-[44rem]:hidden"
      >
        <Summary size={size} number={number} hasErrors={hasErrors} />
        <ChevronDown size={20} className={clsx('shrink-0 text-leaf', isOpen && 'rotate-180')} />
      </button>
      <div
        className={clsx(
          'grid-cols-10 gap-x-3 gap-y-4 @min-[44rem]:grid @min-[44rem]:items-start @min-[44rem]:gap-x-2',
          columns,
          isOpen ? 'mt-2 grid @min-[44rem]:mt-0' : 'hidden',
        )}
      >
        <span aria-hidden className="hidden pt-4 text-sm text-muted tabular-nums @min-[44rem]:block">
          {number}
        </span>
        <MainFields field={field} onPaste={act.onPaste} />
        <IconButton
          {...toggle}
          label={`${isOpen ? 'Свернуть' : 'Все поля'}: размер ${number}`}
          icon={<ChevronDown size={20} className={clsx(isOpen && 'rotate-180')} />}
          className="mt-1 hidden! @min-[44rem]:inline-grid!"
        />
      </div>
      {rowError && <FieldError id={`size-${place}-error`}>{rowError}</FieldError>}
      {saved && (
        <div className="@min-[44rem]:pl-7">
          <HeldBy variant={saved} what={`размер ${number}`} />
        </div>
      )}
      <Doubts size={size} onAnswer={act.onAnswer} onRest={act.onRest} />
      <div id={detailsId} className="@min-[44rem]:pl-7">
        {isOpen && (
          <>
            <SizeDetails control={control} place={place} field={field} wiring={wiring} />
            <RowActions place={place} count={count} onMove={act.onMove} onCopy={act.onCopy} onRemove={act.onRemove} />
          </>
        )}
      </div>
    </div>
  )
}

/** The column header has the label, if there are columns. */
const inTable = (label: string) => <span className="@min-[44rem]:sr-only">{label}</span>

/** What nearly every size says, in the order of the columns. Several lines pasted into a measure become rows. */
function MainFields({ field, onPaste }: Pick<SizeRowProps, 'field' | 'onPaste'>) {
  function pasteLines(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain').replace(/\s+$/, '')
    if (!/[\n\t]/.test(text)) return
    event.preventDefault()
    onPaste(text)
  }

  return (
    <>
      <TextField
        label={inTable('Обхват, см')}
        placeholder="от–до"
        autoComplete="off"
        inputClassName="tabular-nums @min-[44rem]:px-2!"
        {...field('girth')}
        onPaste={pasteLines}
        className={half}
      />
      <TextField
        label={inTable('Высота, см')}
        placeholder="от–до"
        autoComplete="off"
        inputClassName="tabular-nums @min-[44rem]:px-2!"
        {...field('height')}
        onPaste={pasteLines}
        className={half}
      />
      <SelectField label={inTable('Упаковка')} {...field('root')} className={half}>
        <option value="">—</option>
        {roots.map(root => (
          <option key={root} value={root}>
            {rootWords[root]}
          </option>
        ))}
      </SelectField>
      <NumberField wiring={field('root_size')} label={inTable('Её размер')} className={half} />
      <NumberField wiring={field('price')} label={inTable('Цена, ₽')} className="col-span-4 @min-[44rem]:col-span-1" />
      <SelectField label={inTable('Наличие')} {...field('stock')} className="col-span-6 @min-[44rem]:col-span-1">
        {stocks.map(stock => (
          <option key={stock} value={stock}>
            {stockWords[stock]}
          </option>
        ))}
      </SelectField>
    </>
  )
}

type RowActionsProps = Pick<SizeRowProps, 'place' | 'count' | 'onMove' | 'onCopy' | 'onRemove'>

function RowActions({ place, count, onMove, onCopy, onRemove }: RowActionsProps) {
  const number = place + 1
  return (
    <div className="mt-3 -ml-3 flex flex-wrap gap-x-1">
      <RowButton
        act="earlier"
        icon={<ArrowUp size={16} />}
        label="Выше"
        number={number}
        disabled={place === 0}
        onClick={() => onMove(place - 1)}
      />
      <RowButton
        act="later"
        icon={<ArrowDown size={16} />}
        label="Ниже"
        number={number}
        disabled={number === count}
        onClick={() => onMove(place + 1)}
      />
      <RowButton icon={<Copy size={16} />} label="Копировать" number={number} onClick={onCopy} />
      <RowButton icon={<Trash2 size={16} />} label="Убрать" number={number} disabled={count === 1} onClick={onRemove} />
    </div>
  )
}

interface SummaryProps {
  size: SizeValues
  number: number
  hasErrors: boolean
}

function Summary({ size, number, hasErrors }: SummaryProps) {
  const line = sizesLine(size)
  const price = size.price ? `${numberText(size.price)} ₽` : 'Цена по запросу'
  return (
    <span className="min-w-0 grow">
      <span className="block leading-snug font-semibold">
        <span className="sr-only">Размер </span>
        {number}. {line || <span className="font-normal text-muted">ещё не указан</span>}
      </span>
      <span className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span className="tabular-nums">{price}</span>
        <span>{stockWords[size.stock as Stock]}</span>
        {hasErrors && (
          <span className="inline-flex items-center gap-1 text-danger">
            <CircleAlert size={14} />
            есть ошибки
          </span>
        )}
      </span>
    </span>
  )
}

interface RowButtonProps {
  icon: React.ReactNode
  label: string
  number: number
  /** Identifies the button after its row has moved. */
  act?: string
  disabled?: boolean
  onClick: () => void
}

function RowButton({ icon, label, number, act, disabled, onClick }: RowButtonProps) {
  return (
    <Button
      variant="quiet"
      size="sm"
      id={act && `variants.${number - 1}.${act}`}
      aria-label={`${label}: размер ${number}`}
      aria-disabled={disabled || undefined}
      onClick={() => {
        if (!disabled) onClick()
      }}
    >
      {icon}
      {label}
    </Button>
  )
}

type DoubtsProps = { size: SizeValues } & Pick<SizeRowProps, 'onAnswer' | 'onRest'>

/** What a pasted line left open: each doubt with its readings, and text that is not about sizes. */
function Doubts({ size: { doubts, rest }, onAnswer, onRest }: DoubtsProps) {
  if (doubts.length === 0 && rest === '') return null
  return (
    <div className="mt-2 grid gap-2 text-sm @min-[44rem]:pl-7">
      {doubts.map(doubt => (
        <div key={JSON.stringify(doubt)} className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
          <span className="font-semibold text-accent-strong wrap-anywhere">{questionOf(doubt)}</span>
          {doubt.alternatives.map((reading: Reading, choice) => (
            <Button key={readingText(reading)} variant="secondary" size="sm" onClick={() => onAnswer(doubt, choice)}>
              {readingText(reading)}
            </Button>
          ))}
          <Button variant="quiet" size="sm" onClick={() => onAnswer(doubt, null)}>
            {doubt.alternatives.length === 0 ? 'Понятно' : 'Ничего из этого'}
          </Button>
        </div>
      ))}
      {rest !== '' && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
          <span className="text-muted wrap-anywhere">В строке было ещё: {rest}</span>
          <Button variant="secondary" size="sm" onClick={() => onRest(true)}>
            В примечание
          </Button>
          <Button variant="quiet" size="sm" onClick={() => onRest(false)}>
            Не нужно
          </Button>
        </div>
      )}
    </div>
  )
}
