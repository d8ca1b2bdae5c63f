import { clsx } from 'clsx'
import { memo } from 'react'
import { Link } from 'react-router'
import type { PlantRef } from '#contract/plants.ts'
import { projectLimits } from '#contract/project-limits.ts'
import type { LineOption, ProjectLine } from '#contract/projects.ts'
import { writeWish } from '#contract/size-label.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { CandidateButton } from '#web/ui/candidate-button.tsx'
import { ChevronDown, CircleHelp, ExternalLink, History, Pencil, Sprout, Thermometer } from '#web/ui/icons.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { ShortRating } from '#web/ui/short-rating.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { SizeLabel } from '../offers/find/size-label.tsx'
import { confirmedText } from '../offers/find/texts.ts'
import { distanceText } from '../places/place-label.ts'
import { CandidateList } from '../plants/candidate-list.tsx'
import { Substitutes } from '../plants/substitutes.tsx'
import { stockText } from '../products/stock-text.ts'
import { LineEditor } from './line-editor.tsx'
import type { LineForm } from './typed-line.ts'
import {
  chosenOf,
  fitText,
  offerForms,
  quantityText,
  shortText,
  stateNames,
  stateText,
  unitName,
  unitPriceText,
} from './words.ts'

/** What of a line is open. */
export type OpenPart = 'options' | 'form'

export interface LineActions {
  /** `null`: none of the directory. */
  onPlant: (line: ProjectLine, plant: PlantRef | null) => void
  onChoose: (line: ProjectLine, variant: number | null) => void
  onOpen: (line: ProjectLine, part: OpenPart) => void
  onQuantity: (line: ProjectLine, quantity: number) => void
  editing: {
    /** Throws what the server refuses. */
    onSave: (line: ProjectLine, form: LineForm) => Promise<unknown>
    /** Not in a preview: its lines are those of the text. */
    onRemove?: (line: ProjectLine) => void
    onMove?: (line: ProjectLine, by: 1 | -1) => void
  }
}

interface LineItemProps {
  line: ProjectLine
  /** Among the plants of the schedule, as in its files. */
  number: number
  open: OpenPart | null
  busy: boolean
  /** Lines can be moved where they stand in their order. */
  canMove: boolean
  /** What is to be known of it besides; empty: nothing. */
  note: string
  /** The same for the life of the list: only the line that changes is drawn again. */
  actions: LineActions
}

/** A line of a schedule: what is wanted, what it was taken for, and what is offered; as many as possible in sight. */
export const LineItem = memo(function LineItem({ line, number, open, busy, canMove, note, actions }: LineItemProps) {
  const { name, plant, state, text, warning } = line
  const wish = writeWish(line.wish)
  const isQuestion = state === 'several' || state === 'unknown'
  const needsText = text !== '' && (isQuestion || open !== null) && text !== name
  const title = name || plant?.name || text
  return (
    <div aria-busy={busy}>
      <div className="grid min-h-10 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 md:grid-cols-[auto_minmax(0,5fr)_8.25rem_minmax(0,6fr)_auto]">
        <Thumbnail line={line} />
        <div className="min-w-0">
          <h3 className="font-sans text-[0.9375rem] leading-snug font-semibold wrap-anywhere md:truncate" title={title}>
            <span className="mr-1.5 text-xs font-normal text-muted tabular-nums">{number}</span>
            {title}
            {quantityText(line) && <span className="sr-only">, {quantityText(line)}</span>}
          </h3>
          {(wish || plant) && (
            <p className="text-[0.8125rem] leading-snug text-muted md:truncate">
              {wish && (
                <span className="text-ink">
                  <SizeLabel label={wish} />
                </span>
              )}
              {plant && (
                <>
                  {wish && '· '}
                  {plant.name !== name && `${plant.name} `}
                  <Link
                    to={`/plants/${plant.slug}`}
                    className="inline-block min-h-6 underline-offset-4 hover:underline md:min-h-0"
                  >
                    <LatinName>{plant.latin_name}</LatinName>
                  </Link>
                </>
              )}
            </p>
          )}
        </div>
        <div className="max-md:col-start-2 max-md:row-start-2">
          {!isQuestion ? (
            <Stepper
              label={title}
              value={line.quantity}
              unit={line.unit === null ? '' : unitName(line.unit)}
              max={projectLimits.quantity}
              busy={busy}
              onChange={quantity => actions.onQuantity(line, quantity)}
            />
          ) : (
            <span className="text-sm font-semibold whitespace-nowrap tabular-nums">
              {quantityText(line) || <span className="font-normal text-muted">сколько?</span>}
            </span>
          )}
        </div>
        <Outcome line={line} number={number} isOpen={open === 'options'} actions={actions} />
        <div className="max-md:col-start-3 max-md:row-start-1 print:hidden">
          <button
            type="button"
            data-edit
            aria-expanded={open === 'form'}
            aria-keyshortcuts="E"
            aria-label={`${editLabel(line)}: ${name}, строка ${number}`}
            title={editLabel(line)}
            onClick={() => actions.onOpen(line, 'form')}
            className="grid size-11 place-items-center rounded-md text-leaf hover:bg-leaf-soft md:size-9"
          >
            <Pencil size={17} />
          </button>
        </div>
      </div>
      {(needsText || note || warning) && (
        <div className="mt-1 grid gap-0.5 text-[0.8125rem] leading-snug md:pl-15">
          {needsText && (
            <p className="wrap-anywhere text-muted">
              <span>В ведомости: </span>
              {text}
            </p>
          )}
          {note && (
            <p className="flex items-start gap-1.5 text-leaf-strong">
              <History size={15} className="mt-0.5 shrink-0" />
              <span className="min-w-0 wrap-anywhere">{note}</span>
            </p>
          )}
          {warning && (
            <p className="flex items-start gap-1.5 text-accent-strong">
              <Thermometer size={15} className="mt-0.5 shrink-0" />
              {warning}
            </p>
          )}
        </div>
      )}
      {state === 'several' && (
        <div className="mt-1.5 md:pl-15">
          <CandidateList
            label={`Что это за растение: ${name}, строка ${number}`}
            candidates={line.candidates}
            busy={busy}
            onPlant={chosen => actions.onPlant(line, chosen)}
          />
        </div>
      )}
      {open === 'options' && (
        <Options line={line} number={number} busy={busy} onChoose={actions.onChoose} onPlant={actions.onPlant} />
      )}
      {open === 'form' && <LineEditor line={line} number={number} busy={busy} canMove={canMove} actions={actions} />}
    </div>
  )
})

const editLabel = ({ state }: ProjectLine) => (state === 'unknown' ? 'Изменить, найти растение' : 'Изменить')

const optionsLabel = ({ options, substitutes }: ProjectLine) =>
  options.length === 0
    ? `Чем заменить: ${substitutes.length}`
    : options.length >= projectLimits.options
      ? `Лучшие ${options.length} предложений`
      : counted(options.length, offerForms)

const dots: Record<ProjectLine['state'], string> = {
  several: 'bg-accent',
  unknown: 'bg-danger',
  not_offered: 'bg-danger',
  size_differs: 'bg-accent',
  matched: 'bg-surface border-2 border-success',
  note: 'bg-line',
}

/** The plant that is chosen or would be, with the state of the line on it. */
function Thumbnail({ line }: { line: ProjectLine }) {
  const shown = chosenOf(line) ?? line.options[0]
  return (
    <span className="relative size-11 shrink-0 max-md:row-span-2 max-md:self-start">
      {shown ? (
        <img
          src={shown.product.get_thumbnail}
          alt=""
          width={44}
          height={44}
          loading="lazy"
          decoding="async"
          className="plate size-11 rounded-md object-cover"
        />
      ) : (
        <span className="grid size-11 place-items-center rounded-md bg-sunken text-muted">
          <Sprout size={20} />
        </span>
      )}
      <span
        title={chosenOf(line) ? 'Выбрано' : stateNames[line.state]}
        className={clsx(
          'absolute -top-1 -left-1 size-3 rounded-full ring-2 ring-surface',
          chosenOf(line) ? 'bg-success' : dots[line.state],
        )}
      />
    </span>
  )
}

interface OutcomeProps {
  line: ProjectLine
  number: number
  isOpen: boolean
  actions: LineActions
}

/** What is chosen, or what stands in the way; opens all that is offered. */
function Outcome({ line, number, isOpen, actions }: OutcomeProps) {
  const chosen = chosenOf(line)
  const label = optionsLabel(line)
  const content = chosen ? <Chosen option={chosen} quantity={line.quantity} /> : <NotChosen line={line} />
  const place = 'min-w-0 max-md:col-span-2 max-md:col-start-2 max-md:row-start-3'
  if (line.options.length === 0 && line.substitutes.length === 0) return <div className={place}>{content}</div>
  return (
    <button
      type="button"
      data-edit
      aria-expanded={isOpen}
      aria-label={`${label}: ${line.name}, строка ${number}`}
      title={label}
      onClick={() => actions.onOpen(line, 'options')}
      className={clsx(
        place,
        '-mx-2 flex min-h-11 items-center gap-2 rounded-md border border-transparent px-2 text-left hover:border-leaf/45 hover:bg-leaf-soft/60',
      )}
    >
      <span className="min-w-0 grow">{content}</span>
      <ChevronDown size={16} className={clsx('shrink-0 text-leaf', isOpen && 'rotate-180')} />
    </button>
  )
}

function NotChosen({ line }: { line: ProjectLine }) {
  const problem = stateText(line)
  const [best] = line.options
  return (
    <span
      className={clsx(
        'flex items-center gap-2 text-[0.8125rem] leading-snug',
        problem ? 'text-accent-strong' : 'text-muted',
      )}
    >
      {problem !== '' && <CircleHelp size={17} className="shrink-0" />}
      <span className="min-w-0">
        {problem && <span>{problem}</span>}
        {best && (
          <span className="block text-muted">
            Не выбрано
            {best.fit === 'exact' && best.unit_price !== null && <>, есть от {formatPrice(best.unit_price)}</>}
          </span>
        )}
        {!best && line.substitutes.length > 0 && <span className="block text-leaf">{optionsLabel(line)}</span>}
      </span>
    </span>
  )
}

interface ChosenProps extends Pick<ProjectLine, 'quantity'> {
  option: LineOption
}

function Chosen({ option, quantity }: ChosenProps) {
  const { variant, company, distance, fit } = option
  const where = [company.region?.name, distance === null ? undefined : distanceText(distance)].filter(Boolean)
  const short = shortText(option, { quantity })
  return (
    <span className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 leading-snug">
      <span className="min-w-0 text-[0.8125rem]">
        <span className="sr-only">Выбрано: </span>
        <span className="block md:truncate">
          {variant.label ? <SizeLabel label={variant.label} /> : 'размер не указан'}
          {fit !== 'exact' && <span className="font-semibold text-accent-strong">{fitText[fit]}</span>}
        </span>
        <span className="block text-muted md:truncate">
          <span className="text-ink">{company.company_name}</span>
          {where.length > 0 && ` · ${where.join(', ')}`}
        </span>
        {short !== '' && <span className="block font-semibold text-accent-strong">Не хватает: {short}</span>}
      </span>
      <Money option={option} />
    </span>
  )
}

/** The sum of a line, and the price of one. */
function Money({ option, className }: { option: LineOption; className?: string }) {
  const { total } = option
  return (
    <span className={clsx('shrink-0 tabular-nums', className ?? 'text-right')}>
      {total !== null && <span className="block text-[0.9375rem] font-semibold">{formatPrice(total)}</span>}
      <span className="block text-[0.8125rem] text-muted">
        {option.unit_price !== null && total !== null && 'по '}
        {unitPriceText(option)}
        {option.unit_price !== null && total === null && ' за шт.'}
      </span>
    </span>
  )
}

interface OptionsProps extends Pick<LineActions, 'onChoose' | 'onPlant'> {
  line: ProjectLine
  number: number
  busy: boolean
}

/** The offers of a line, each chosen by its key; of what nobody offers, what may be planted instead. */
function Options({ line, number, busy, onChoose, onPlant }: OptionsProps) {
  if (line.options.length === 0)
    return (
      <div className="mt-3 rounded-lg bg-sunken/60 p-3">
        <Substitutes
          plants={line.substitutes}
          reasons={line.substitute_reasons}
          isSmall
          action={({ id, slug, name, latin_name }) => (
            <Button
              variant="secondary"
              size="sm"
              busy={busy}
              aria-label={`Взять вместо: ${name}`}
              onClick={() => onPlant(line, { id, slug, name, latin_name })}
              className="mt-1.5"
            >
              Взять вместо
            </Button>
          )}
        />
      </div>
    )
  return (
    <ul aria-label={`Предложения: ${line.name}, строка ${number}`} className="mt-3 grid gap-1">
      {line.options.map((option, index) => {
        const isChosen = option.variant.id === line.chosen
        return (
          <li key={option.variant.id} className="flex items-stretch gap-1">
            <div className="min-w-0 grow">
              <CandidateButton
                shortcut={index < 9 ? String(index + 1) : ''}
                busy={busy}
                isChosen={isChosen}
                onClick={() => onChoose(line, isChosen ? null : option.variant.id)}
              >
                <OptionText option={option} quantity={line.quantity} />
              </CandidateButton>
            </div>
            <Link
              to={option.product.get_absolute_url}
              target="_blank"
              aria-label={`Объявление в новой вкладке: ${option.company.company_name}, ${option.variant.label || option.product.name}`}
              className="grid w-11 shrink-0 place-items-center rounded-md text-leaf hover:bg-leaf-soft"
            >
              <ExternalLink size={18} />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function OptionText({ option, quantity }: Pick<ProjectLine, 'quantity'> & { option: LineOption }) {
  const { variant, company, distance, freshness, fit } = option
  const short = shortText(option, { quantity })
  const where = [company.region?.name, distance === null ? undefined : distanceText(distance)].filter(Boolean)
  return (
    <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-4">
      <span className="min-w-0 basis-64 grow">
        <span className="block">
          {variant.label ? <SizeLabel label={variant.label} /> : 'размер не указан'}
          {fit !== 'exact' && <span className="text-sm font-semibold text-accent-strong">{fitText[fit]}</span>}
        </span>
        <span className="block text-sm wrap-anywhere">
          {company.company_name} <ShortRating of={company} />
          {where.length > 0 && <span className="text-muted"> · {where.join(', ')}</span>}
        </span>
        <span className={clsx('block text-sm', freshness === 'stale' ? 'text-accent-strong' : 'text-muted')}>
          {stockText(variant)} · {confirmedText(option)}
        </span>
        {short !== '' && <span className="block text-sm font-semibold text-accent-strong">Не хватает: {short}</span>}
      </span>
      <Money option={option} className="max-sm:flex max-sm:items-baseline max-sm:gap-x-2 sm:text-right" />
    </span>
  )
}
