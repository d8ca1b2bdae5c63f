import { clsx } from 'clsx'
import { type KeyboardEvent, memo, useId, useState } from 'react'
import { fits, type LineOption } from '#contract/projects.ts'
import { type QuoteLine, quoteLimits, type RequestLine } from '#contract/requests.ts'
import { soldOut } from '#contract/stock-names.ts'
import { fitText } from '#web/features/projects/words.ts'
import { isAllHeld, quantityFor } from '#web/lib/available.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { numberText } from '#web/lib/number-text.ts'
import { Button } from '#web/ui/button.tsx'
import { CircleAlert, CornerDownRight, PencilLine, X } from '#web/ui/icons.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { fitNames, lineName, quantityText, wishText } from '../words.ts'
import { type LineValues, lineTotal, readNumber, tooFew, withOption, withSubstitute } from './quote-values.ts'
import { SubstituteDialog } from './substitute-dialog.tsx'

interface QuoteLineRowProps {
  line: RequestLine
  /** What the company has for it, the best first. */
  options: readonly LineOption[]
  values: LineValues
  /** By field, as JSON: a text stays the same while the errors do. */
  errors: string
  /** What the last revision says; `null`: nothing. */
  said: QuoteLine | null
  /** The buyer wants no other plants. */
  isStrict: boolean
  onChange: (id: string, change: (values: LineValues) => LineValues) => void
}

type LineErrors = Partial<Record<keyof LineValues, string>>

/** The columns of a wide screen, shared with the head above the lines. */
export const lineColumns = 'lg:grid-cols-[1.75rem_minmax(0,5fr)_minmax(0,7fr)_7.5rem_6rem_8rem_7rem] lg:gap-x-4'

/** From one price to the next with Enter, as in a spreadsheet. */
function toNextPrice(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  const prices = [...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>('[data-price]') ?? [])]
  const next = prices[prices.indexOf(event.currentTarget) + (event.shiftKey ? -1 : 1)]
  next?.focus()
  next?.select()
}

/** One line of the request and what the company says to it. */
export const QuoteLineRow = memo(function QuoteLineRow(props: QuoteLineRowProps) {
  const { line, values, said, onChange } = props
  const errors = JSON.parse(props.errors) as LineErrors
  const { id, position, quantity: asked } = line
  const [isNoteOpen, setNoteOpen] = useState(false)
  const [isSubstituting, setSubstituting] = useState(false)
  const nameId = useId()
  const name = lineName(line)
  const change = (some: Partial<LineValues>) => onChange(id, now => ({ ...now, ...some }))
  const isDeclined = values.mode === 'decline'
  const hasNote = isNoteOpen || values.note !== '' || errors.note !== undefined
  return (
    <fieldset
      aria-labelledby={nameId}
      className={clsx(
        'grid min-w-0 gap-x-3 gap-y-2.5 border-b border-line px-3 py-4 max-lg:grid-cols-2 sm:px-4 lg:items-start lg:py-1.5',
        lineColumns,
        isDeclined && 'bg-sunken/60',
      )}
    >
      <span aria-hidden className="pt-2.5 text-sm text-muted tabular-nums max-lg:hidden">
        {position}
      </span>
      <Asked line={line} nameId={nameId} />
      {isDeclined ? (
        <p className="self-center text-muted max-lg:col-span-2 lg:col-span-4 lg:pt-2">
          Не предлагаем
          {said && <span className="text-sm"> (в прошлой редакции {formatPrice(said.price)})</span>}
        </p>
      ) : (
        <Offer {...props} errors={errors} hasNote={hasNote} />
      )}
      <div className="-ml-2 flex flex-wrap items-center max-lg:col-span-2 lg:col-start-7 lg:row-start-1 lg:ml-0 lg:justify-end lg:pt-1">
        {isDeclined ? (
          <LineAction
            act="Вернуть"
            what={name}
            onClick={() => change({ mode: values.price === '' ? 'open' : 'offer' })}
          />
        ) : (
          <>
            {!hasNote && (
              <LineAction act="Примечание" what={name} icon={PencilLine} onClick={() => setNoteOpen(true)} />
            )}
            <LineAction
              act="Замена"
              label="Предложить замену"
              what={name}
              icon={CornerDownRight}
              onClick={() => setSubstituting(true)}
            />
            <LineAction act="Не предлагаем" what={name} icon={X} onClick={() => change({ mode: 'decline' })} />
          </>
        )}
      </div>
      {isSubstituting && (
        <SubstituteDialog
          line={line}
          isStrict={props.isStrict}
          onClose={() => setSubstituting(false)}
          onChoose={({ plant, offer }) => {
            setSubstituting(false)
            onChange(id, now => withSubstitute(now, plant, offer, asked))
          }}
        />
      )}
    </fieldset>
  )
})

function Asked({ line, nameId }: { line: RequestLine; nameId: string }) {
  const { position, quantity, unit } = line
  return (
    <div className="min-w-0 max-lg:col-span-2 lg:pt-0.5">
      <h3 id={nameId} className="font-sans text-base leading-snug font-semibold wrap-anywhere">
        <span className="sr-only">Строка {position}: </span>
        {lineName(line)}
      </h3>
      <p className="text-sm wrap-anywhere text-muted">
        {[wishText(line), quantityText(quantity, unit)].filter(Boolean).join(', ') || 'размер и количество не указаны'}
      </p>
      {line.plant === null && line.name !== '' && line.text !== line.name && (
        <p className="mt-0.5 text-xs wrap-anywhere text-muted">«{line.text}»</p>
      )}
    </div>
  )
}

interface OfferProps extends Omit<QuoteLineRowProps, 'errors'> {
  errors: LineErrors
  hasNote: boolean
}

/** What is offered, at what price and how many, and what that comes to. */
function Offer({ errors, hasNote, ...props }: OfferProps) {
  const { line, values, said, onChange } = props
  const { id, unit } = line
  const change = (some: Partial<LineValues>) => onChange(id, now => ({ ...now, ...some }))
  const isOffered = values.mode === 'offer'
  const total = lineTotal(values)
  return (
    <>
      <div className="grid min-w-0 content-start gap-2 max-lg:col-span-2">
        <Source {...props} />
        {isOffered && values.variant === null && (
          <TextField
            label="Размер и упаковка"
            hint="Как в прайсе: «Обхват 18–20, WRB 80»"
            maxLength={quoteLimits.label}
            value={values.label}
            error={errors.label}
            onChange={event => change({ label: event.target.value })}
          />
        )}
        {hasNote && (
          <TextField
            label="Примечание к строке"
            value={values.note}
            error={errors.note}
            onChange={event => change({ note: event.target.value })}
          />
        )}
      </div>
      <TextField
        data-price
        label={<span className="lg:sr-only">Цена за 1 {unit ?? 'шт'}, ₽</span>}
        inputMode="decimal"
        autoComplete="off"
        value={values.price}
        error={errors.price}
        onKeyDown={toNextPrice}
        onChange={event => change({ price: event.target.value, mode: 'offer' })}
        onBlur={() => values.price !== '' && change({ price: numberText(values.price) })}
        inputClassName="text-right tabular-nums"
      />
      <TextField
        label={<span className="lg:sr-only">Количество, {unit ?? 'шт'}</span>}
        inputMode="decimal"
        autoComplete="off"
        value={values.quantity}
        error={errors.quantity}
        onChange={event => change({ quantity: event.target.value })}
        inputClassName="text-right tabular-nums"
      />
      <p className="text-right tabular-nums max-lg:col-span-2 lg:pt-2.5">
        <span className="text-sm text-muted lg:sr-only">Сумма: </span>
        <span className="font-semibold whitespace-nowrap">{total === null ? '—' : formatPrice(total)}</span>
        {said && isOffered && said.total !== total && (
          <span className="block text-xs text-muted">
            было <s className="whitespace-nowrap">{formatPrice(said.total)}</s>
          </span>
        )}
      </p>
    </>
  )
}

interface LineActionProps {
  act: string
  /** What it does, where the word alone does not say it. */
  label?: string
  /** The line that it is about. */
  what: string
  /** In place of the word on a wide screen, where the line is a row. */
  icon?: typeof X
  onClick: () => void
}

/** Something that is done to a line: a word on a narrow screen, a picture with a name in a row. */
function LineAction({ act, label = act, what, icon: Icon, onClick }: LineActionProps) {
  return (
    <Button
      variant="quiet"
      size="sm"
      title={label}
      aria-label={`${label}: ${what}`}
      className={clsx('px-2!', Icon && 'lg:size-9')}
      onClick={onClick}
    >
      {Icon && <Icon size={18} className="shrink-0 max-lg:hidden" />}
      <span className={clsx(Icon && 'lg:hidden')}>{act}</span>
    </Button>
  )
}

const optionText = ({ variant, product, unit_price: price }: LineOption) =>
  [
    variant.label || product.name,
    price === null ? 'цена по запросу' : formatPrice(price),
    variant.stock === 'sold_out'
      ? soldOut.toLowerCase()
      : quantityFor(variant) !== null && `${quantityFor(variant)}${variant.stock_is_minimum ? '+' : ''} шт.`,
  ]
    .filter(Boolean)
    .join(' · ')

/** What is offered: one of the company's sizes, something that is not in its catalogue, or another plant, named as one. */
function Source({ line, options, values, onChange }: Omit<QuoteLineRowProps, 'errors'>) {
  const { id, quantity: asked, unit } = line
  const { substitute } = values
  const chosen = options.find(({ variant }) => variant.id === values.variant)
  const there = chosen ? tooFew(chosen, asked) : null
  const typed = readNumber(values.quantity)
  const isFewer = asked !== null && typed !== null && typed < asked

  if (substitute)
    return (
      <div className="lg:pt-1.5">
        <p className="flex items-start gap-2 wrap-anywhere">
          <CornerDownRight size={18} className="mt-0.5 shrink-0 text-accent" />
          <span>
            <span className="font-semibold text-accent-strong">Замена:</span> {substitute.name}
            {values.variant !== null && values.label && (
              <span className="block text-sm text-muted">{values.label}</span>
            )}
          </span>
        </p>
        <Button
          variant="quiet"
          size="sm"
          className="-ml-3"
          onClick={() =>
            onChange(id, now => ({ ...now, mode: 'open', substitute: null, variant: null, label: '', price: '' }))
          }
        >
          Убрать замену
        </Button>
        {isFewer && (
          <Warning>
            Меньше, чем просили: {quantityText(typed, unit)} из {quantityText(asked, unit)}
          </Warning>
        )}
      </div>
    )
  return (
    <div>
      <SelectField
        label={<span className="lg:sr-only">Что предлагаем</span>}
        value={values.mode === 'open' ? '' : values.variant === null ? 'own' : String(values.variant)}
        onChange={({ target: { value } }) => {
          const option = options.find(({ variant }) => String(variant.id) === value)
          onChange(id, now =>
            option
              ? withOption(now, option, asked)
              : value === 'own'
                ? { ...now, mode: 'offer', variant: null, label: '' }
                : { ...now, mode: 'open' },
          )
        }}
      >
        <option value="">{options.length > 0 ? 'Выберите, что предложить' : 'В каталоге такого нет'}</option>
        {fits.map(fit => {
          const some = options.filter(option => option.fit === fit)
          return (
            some.length > 0 && (
              <optgroup key={fit} label={fitNames[fit]}>
                {some.map(option => (
                  <option key={option.variant.id} value={option.variant.id}>
                    {optionText(option)}
                  </option>
                ))}
              </optgroup>
            )
          )
        })}
        {values.variant !== null && !chosen && <option value={values.variant}>{values.label || 'Из каталога'}</option>}
        <option value="own">Не из каталога</option>
      </SelectField>
      {values.mode === 'open' && options.length > 0 && (
        <p className="mt-1 text-xs text-muted">Точно такого размера нет, есть другие: выберите, если подходит.</p>
      )}
      {chosen && chosen.fit !== 'exact' && <Warning>{capital(fitText[chosen.fit])}</Warning>}
      {there !== null && there > 0 && (
        <Warning>
          В каталоге {quantityText(there, unit)} из {quantityText(asked, unit)}
        </Warning>
      )}
      {chosen && there === 0 && (
        <Warning>
          {isAllHeld(chosen.variant) ? 'Всё удержано по другим сделкам' : `В каталоге отмечено «${soldOut}»`}
        </Warning>
      )}
      {isFewer && there === null && (
        <Warning>
          Меньше, чем просили: {quantityText(typed, unit)} из {quantityText(asked, unit)}
        </Warning>
      )}
    </div>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function Warning({ children }: { children: React.ReactNode }) {
  return (
    <p className="mt-1 flex items-start gap-1.5 text-sm text-accent-strong">
      <CircleAlert size={16} className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
