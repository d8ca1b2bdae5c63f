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
import { ChevronDown, CircleCheck, CircleHelp, ExternalLink, History, Thermometer } from '#web/ui/icons.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { ShortRating } from '#web/ui/short-rating.tsx'
import { SizeLabel } from '../offers/find/size-label.tsx'
import { confirmedText } from '../offers/find/texts.ts'
import { distanceText } from '../places/place-label.ts'
import { CandidateList } from '../plants/candidate-list.tsx'
import { Substitutes } from '../plants/substitutes.tsx'
import { stockText } from '../products/stock-text.ts'
import { LineEditor, type LineForm } from './line-editor.tsx'
import { chosenOf, fitText, offerForms, quantityText, stateText, unitPriceText } from './words.ts'

/** What of a line is open. */
export type OpenPart = 'options' | 'form'

export interface LineActions {
  /** `null`: none of the directory. */
  onPlant: (line: ProjectLine, plant: PlantRef | null) => void
  onChoose: (line: ProjectLine, variant: number | null) => void
  onOpen: (line: ProjectLine, part: OpenPart) => void
  /** `null` in a preview, where nothing is stored yet. */
  editing: {
    /** Throws what the server refuses. */
    onSave: (line: ProjectLine, form: LineForm) => Promise<unknown>
    onRemove: (line: ProjectLine) => void
    onMove: (line: ProjectLine, by: 1 | -1) => void
  } | null
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

/** A line of a schedule: what is wanted, what it was taken for, and what is offered. */
export const LineItem = memo(function LineItem({ line, number, open, busy, canMove, note, actions }: LineItemProps) {
  const { name, plant, options, state, text, warning } = line
  const wish = writeWish(line.wish)
  const isQuestion = state === 'several' || state === 'unknown'
  const needsText = text !== '' && (isQuestion || open !== null) && text !== name
  return (
    <div aria-busy={busy}>
      <div className="grid gap-x-8 gap-y-2 lg:grid-cols-2">
        <div className="min-w-0">
          <div className="flex items-baseline gap-x-3">
            <h3 className="min-w-0 grow font-sans text-base leading-snug font-semibold wrap-anywhere">
              <span className="mr-2 text-sm font-normal text-muted tabular-nums">{number}</span>
              {name || plant?.name || text}
            </h3>
            <span className="shrink-0 font-semibold whitespace-nowrap tabular-nums">
              {quantityText(line) || <span className="text-sm font-normal text-muted">сколько?</span>}
            </span>
          </div>
          {wish && (
            <p className="text-sm">
              <SizeLabel label={wish} />
            </p>
          )}
          {plant && (
            <p className="text-sm wrap-anywhere text-muted">
              {plant.name !== name && `${plant.name} `}
              <Link to={`/plants/${plant.slug}`} className="inline-block min-h-6 underline-offset-4 hover:underline">
                <LatinName>{plant.latin_name}</LatinName>
              </Link>
            </p>
          )}
          {needsText && (
            <p className="mt-1 text-sm wrap-anywhere text-muted">
              <span>В ведомости: </span>
              {text}
            </p>
          )}
          {note && (
            <p className="mt-1 flex items-start gap-1.5 text-sm text-leaf-strong">
              <History size={17} className="mt-0.5 shrink-0" />
              <span className="min-w-0 wrap-anywhere">{note}</span>
            </p>
          )}
          {warning && (
            <p className="mt-1 flex items-start gap-1.5 text-sm text-accent-strong">
              <Thermometer size={17} className="mt-0.5 shrink-0" />
              {warning}
            </p>
          )}
        </div>
        <div className="grid min-w-0 content-start gap-2">
          <Outcome line={line} />
          {state === 'several' && (
            <CandidateList
              label={`Что это за растение: ${name}, строка ${number}`}
              candidates={line.candidates}
              busy={busy}
              onPlant={chosen => actions.onPlant(line, chosen)}
            />
          )}
          <div className="-ml-3 flex flex-wrap gap-x-1 print:hidden">
            {(options.length > 0 || line.substitutes.length > 0) && (
              <Button
                variant="quiet"
                size="sm"
                data-edit
                aria-expanded={open === 'options'}
                aria-label={`${optionsLabel(line)}: ${name}, строка ${number}`}
                onClick={() => actions.onOpen(line, 'options')}
              >
                {optionsLabel(line)}
                <ChevronDown size={16} className={clsx(open === 'options' && 'rotate-180')} />
              </Button>
            )}
            {(actions.editing || isQuestion) && (
              <Button
                variant="quiet"
                size="sm"
                data-edit
                aria-expanded={open === 'form'}
                aria-keyshortcuts="E"
                aria-label={`${editLabel(actions)}: ${name}, строка ${number}`}
                onClick={() => actions.onOpen(line, 'form')}
              >
                {editLabel(actions)}
              </Button>
            )}
          </div>
        </div>
      </div>
      {open === 'options' && (
        <Options line={line} number={number} busy={busy} onChoose={actions.onChoose} onPlant={actions.onPlant} />
      )}
      {open === 'form' && <LineEditor line={line} number={number} busy={busy} canMove={canMove} actions={actions} />}
    </div>
  )
})

const editLabel = ({ editing }: LineActions) => (editing ? 'Изменить' : 'Найти растение')

const optionsLabel = ({ options, substitutes }: ProjectLine) =>
  options.length === 0
    ? `Чем заменить: ${substitutes.length}`
    : options.length >= projectLimits.options
      ? `Лучшие ${options.length} предложений`
      : counted(options.length, offerForms)

/** What is chosen, or what stands in the way. */
function Outcome({ line }: { line: ProjectLine }) {
  const chosen = chosenOf(line)
  const problem = stateText(line)
  if (chosen) return <Chosen option={chosen} />
  const [best] = line.options
  return (
    <p className={clsx('flex items-start gap-2 text-sm', problem ? 'text-accent-strong' : 'text-muted')}>
      {problem !== '' && <CircleHelp size={18} className="mt-px shrink-0" />}
      <span>
        {problem}
        {best && (
          <span className="text-muted">
            {problem ? '. ' : ''}Не выбрано
            {best.fit === 'exact' && best.unit_price !== null && <>, лучшее по {formatPrice(best.unit_price)}</>}
          </span>
        )}
      </span>
    </p>
  )
}

function Chosen({ option }: { option: LineOption }) {
  const { variant, company, distance, fit } = option
  const where = [company.region?.name, distance === null ? undefined : distanceText(distance)].filter(Boolean)
  return (
    <div className="flex items-start gap-2">
      <CircleCheck size={20} className="mt-0.5 shrink-0 text-success" />
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] gap-x-4">
        <p className="min-w-0">
          <span className="sr-only">Выбрано: </span>
          <span className="font-semibold wrap-anywhere">{company.company_name}</span>
          {where.length > 0 && <span className="block text-sm text-muted"> {where.join(', ')}</span>}
          <span className="block text-sm">
            {variant.label ? <SizeLabel label={variant.label} /> : 'размер не указан'}
            {fit !== 'exact' && <span className="font-semibold text-accent-strong">{fitText[fit]}</span>}
          </span>
        </p>
        <Money option={option} />
      </div>
    </div>
  )
}

/** The sum of a line, and the price of one. */
function Money({ option, className }: { option: LineOption; className?: string }) {
  const { total } = option
  return (
    <span className={clsx('shrink-0 tabular-nums', className ?? 'text-right')}>
      {total !== null && <span className="block font-semibold">{formatPrice(total)}</span>}
      <span className="block text-sm text-muted">
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
                <OptionText option={option} />
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

function OptionText({ option }: { option: LineOption }) {
  const { variant, company, distance, freshness, fit } = option
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
      </span>
      <Money option={option} className="max-sm:flex max-sm:items-baseline max-sm:gap-x-2 sm:text-right" />
    </span>
  )
}
