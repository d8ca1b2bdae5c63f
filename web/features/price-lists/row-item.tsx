import { clsx } from 'clsx'
import { useState } from 'react'
import type { Category, PlantRef } from '#contract/plants.ts'
import type { PriceListRow } from '#contract/price-lists.ts'
import { writeLabel } from '#contract/size-label.ts'
import { Button } from '#web/ui/button.tsx'
import { CircleHelp, Leaf } from '#web/ui/icons.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { CandidateList } from '../plants/candidate-list.tsx'
import { FileCells } from './file-cells.tsx'
import { changeTexts, priceText, stockLine } from './row-texts.ts'
import { placeOf, stateOfRow } from './words.ts'

export interface RowActions {
  /** `null`: none of the directory. */
  onPlant: (plant: PlantRef | null) => void
  onCategory: (category: number) => void
  onSkip: (isSkipped: boolean) => void
  /** Takes back what was said of the plant. */
  onForget: () => void
  onEdit: () => void
}

interface RowItemProps {
  row: PriceListRow
  /** Names the sheet too. */
  hasSheets: boolean
  categories: readonly Category[]
  busy: boolean
  /** `null`: the list is not to be changed any more. */
  actions: RowActions | null
  isOpen: boolean
}

/** A row that offers something: what stands in the file, what it was taken for, and what it would change. */
export function RowItem({ row, hasSheets, categories, busy, actions, isOpen }: RowItemProps) {
  const { name, variants, problems, unread, candidates, state } = row
  const place = placeOf(row, hasSheets)
  return (
    <div className="grid gap-x-8 gap-y-3 lg:grid-cols-2" aria-busy={busy}>
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-2 text-sm text-muted">
          <span className="tabular-nums">{place}</span>
          {state && <span className="sr-only">, {stateOfRow[state].toLowerCase()}</span>}
        </p>
        <h3 className="font-sans text-base leading-snug font-semibold wrap-anywhere">{name || 'Без названия'}</h3>
        <Sizes variants={variants} />
        <p className="mt-1.5 text-sm wrap-anywhere text-muted">
          <span className="sr-only">В файле: </span>
          <FileCells row={row} />
        </p>
      </div>
      <div className="grid min-w-0 content-start gap-2.5">
        {row.adds && (
          <p className="text-sm text-success">
            {row.adds === 'product' ? 'Новое растение в вашем каталоге' : 'Новый размер растения из вашего каталога'}
          </p>
        )}
        <Changes row={row} />
        {problems.length > 0 && (
          <ul className="grid gap-1">
            {problems.map(({ field, code, message }) => (
              <li
                key={`${field} ${code} ${message}`}
                className={clsx(
                  'flex items-start gap-2 text-sm wrap-anywhere',
                  state === 'rejected' ? 'text-danger' : 'text-accent-strong',
                )}
              >
                <CircleHelp size={18} className="mt-px shrink-0" />
                {message}
              </li>
            ))}
          </ul>
        )}
        {unread.length > 0 && (
          <p className="flex items-start gap-2 text-sm wrap-anywhere text-accent-strong">
            <CircleHelp size={18} className="mt-px shrink-0" />
            Не прочитано: {unread.map(({ text }) => `«${text}»`).join(', ')}
          </p>
        )}
        {candidates.length > 0 && !row.plant && actions ? (
          <CandidateList
            label={`Что это за растение: ${name}, строка ${row.row}`}
            candidates={candidates}
            busy={busy}
            onPlant={actions.onPlant}
          />
        ) : (
          <KnownPlant row={row} />
        )}
        {actions && problems.some(({ field }) => field === 'category') && (
          <CategoryChoice name={name} categories={categories} busy={busy} onCategory={actions.onCategory} />
        )}
        {actions && (
          <div className="-ml-3 flex flex-wrap gap-x-1">
            <Button
              variant="quiet"
              size="sm"
              data-edit
              aria-expanded={isOpen}
              aria-keyshortcuts="E"
              aria-label={`Изменить: ${name}, строка ${row.row}`}
              onClick={actions.onEdit}
            >
              Изменить
            </Button>
            <Button
              variant="quiet"
              size="sm"
              busy={busy}
              aria-keyshortcuts="S"
              aria-label={`${state === 'skipped' ? 'Не пропускать' : 'Пропустить'}: ${name}, строка ${row.row}`}
              onClick={() => actions.onSkip(state !== 'skipped')}
            >
              {state === 'skipped' ? 'Не пропускать' : 'Пропустить'}
            </Button>
            {unread.length > 0 && state === 'doubtful' && (
              <Button
                variant="quiet"
                size="sm"
                busy={busy}
                aria-label={`Оставить как прочитано: ${name}, строка ${row.row}`}
                onClick={() => actions.onSkip(false)}
              >
                Оставить как прочитано
              </Button>
            )}
            {row.is_plant_chosen && (
              <Button
                variant="quiet"
                size="sm"
                busy={busy}
                aria-label={`Отменить выбор растения: ${name}, строка ${row.row}`}
                onClick={actions.onForget}
              >
                Отменить выбор растения
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

/** More are told of by their number. */
const shownSizes = 4

function Sizes({ variants }: Pick<PriceListRow, 'variants'>) {
  if (variants.length === 0) return null
  return (
    <ul className="mt-0.5 text-sm">
      {variants.slice(0, shownSizes).map((variant, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- sizes of one row have nothing else to tell them apart
        <li key={index}>
          {writeLabel(variant) || 'Размер не указан'} — <span className="font-semibold">{priceText(variant)}</span>,{' '}
          {stockLine(variant)}
          {variant.note && <span className="text-muted"> ({variant.note})</span>}
        </li>
      ))}
      {variants.length > shownSizes && <li className="text-muted">и ещё {variants.length - shownSizes}</li>}
    </ul>
  )
}

/** What would be different, in words and, beside them, in colour. */
export function Changes({ row }: { row: PriceListRow }) {
  const texts = changeTexts(row)
  if (texts.length === 0) return null
  return (
    <ul className="grid gap-1 text-sm">
      {texts.map(({ key, size, name, before, after, by }) => (
        <li key={key} className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-muted">{[size, name].filter(Boolean).join(', ')}:</span>
          {before !== null && (
            <>
              <del className="rounded-sm bg-danger-soft px-1 text-danger">
                <span className="sr-only">было </span>
                {before}
              </del>
              <span aria-hidden>→</span>
            </>
          )}
          <ins className="rounded-sm bg-success-soft px-1 font-semibold text-success no-underline">
            <span className="sr-only">станет </span>
            {after}
          </ins>
          {by && <span className="text-muted tabular-nums">{by}</span>}
        </li>
      ))}
    </ul>
  )
}

/** What the row was taken for. */
function KnownPlant({ row: { name, plant, category, state } }: { row: PriceListRow }) {
  if (!plant && state === 'skipped') return null
  return (
    <p className="flex items-start gap-2 text-sm">
      <Leaf size={18} className={clsx('mt-px shrink-0', plant ? 'text-leaf' : 'text-muted')} />
      <span className="min-w-0 wrap-anywhere">
        {plant ? (
          <>
            {plant.name !== name && `${plant.name} `}
            <LatinName className="text-muted">{plant.latin_name}</LatinName>
          </>
        ) : (
          'Нет в справочнике: опубликуем после проверки модератором'
        )}
        {category && <span className="text-muted">, {category.name.toLowerCase()}</span>}
      </span>
    </p>
  )
}

interface CategoryChoiceProps {
  name: string
  categories: readonly Category[]
  busy: boolean
  onCategory: RowActions['onCategory']
}

/** The choice is sent by a button: the arrow keys change a closed list. */
function CategoryChoice({ name, categories, busy, onCategory }: CategoryChoiceProps) {
  const [chosen, setChosen] = useState('')
  return (
    <div className="flex items-end gap-2">
      <SelectField
        label={
          <>
            Категория<span className="sr-only">: {name}</span>
          </>
        }
        value={chosen}
        onChange={event => setChosen(event.target.value)}
        className="min-w-0 grow"
      >
        <option value="">Выберите</option>
        {categories.map(({ id, name: title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <Button
        variant="secondary"
        busy={busy}
        disabled={chosen === ''}
        aria-label={`Сохранить категорию: ${name}`}
        onClick={() => onCategory(Number(chosen))}
      >
        Сохранить
      </Button>
    </div>
  )
}
