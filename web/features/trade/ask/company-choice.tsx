import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { RatedTeam } from '#contract/companies.ts'
import type { Project } from '#contract/projects.ts'
import { type Candidate, requestLimits } from '#contract/requests.ts'
import { distanceText } from '#web/features/places/place-label.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CompanyName } from '../company-name.tsx'
import { companyForms, lineForms } from '../words.ts'
import { type AskValues, regionsOf } from './ask-values.ts'

type Chosen = Project['totals']['companies']

interface CompanyChoiceProps {
  /** Who may be asked for the lines. */
  candidates: UseQueryResult<Candidate[]>
  /** How many are asked for. */
  lines: number
  /** Companies whose offers are chosen in the project: they stand first. */
  chosen: Chosen
  /** Companies that were asked before: they may be asked again whatever they offer. */
  known?: readonly RatedTeam[] | undefined
  values: Pick<AskValues, 'who' | 'regions'> & { companies: number[] }
  error: string | undefined
  onChange: (values: Partial<AskValues>) => void
}

const errorId = 'ask-companies-error'
const box = 'max-h-112 overflow-y-auto rounded-lg border border-line bg-surface'

/** Who is asked: companies by name, or all suitable ones of some regions. */
export function CompanyChoice({
  candidates,
  lines,
  chosen: ofProject,
  known = [],
  values,
  error,
  onChange,
}: CompanyChoiceProps) {
  const name = useId()
  const found = candidates.data && chosenFirst(withKnown(candidates.data, known), ofProject)
  const chosen = new Set(values.companies)
  const suitable = (found ?? []).filter(({ plants }) => plants > 0).slice(0, requestLimits.companies)
  const toggle = <Key extends 'companies' | 'regions'>(key: Key, id: number, isWanted: boolean) =>
    onChange({ [key]: isWanted ? [...values[key], id] : values[key].filter(other => other !== id) })

  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="sr-only">Кого спросить</legend>
      <div className="mb-2 flex flex-wrap gap-x-6">
        <CheckboxField
          type="radio"
          name={name}
          label="Выберу компании"
          checked={values.who === 'companies'}
          onChange={() => onChange({ who: 'companies' })}
        />
        <CheckboxField
          type="radio"
          name={name}
          label="Всех подходящих в регионах"
          checked={values.who === 'regions'}
          onChange={() => onChange({ who: 'regions' })}
        />
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {lines === 0 ? (
        <p className="rounded-lg border border-dashed border-edge/70 px-5 py-6 text-center text-muted">
          Выберите хотя бы одну строку: покажем, у кого есть такие растения.
        </p>
      ) : !found ? (
        <Pending queries={[candidates]}>
          <Skeleton className="h-64" />
        </Pending>
      ) : found.length === 0 ? (
        <p className="rounded-lg border border-dashed border-edge/70 px-5 py-6 text-center text-muted">
          Этих растений сейчас ни у кого нет. Уточните строки в проекте: возможно, название не распознано.
        </p>
      ) : values.who === 'companies' ? (
        <>
          <div className="mb-1 flex flex-wrap items-center gap-x-4">
            <p aria-live="polite" className="text-sm text-muted">
              Выбрано {values.companies.length}, можно до {requestLimits.companies}
            </p>
            {suitable.length > 1 && (
              <Button variant="quiet" size="sm" onClick={() => onChange({ companies: suitable.map(({ id }) => id) })}>
                Выбрать {suitable.length}, у кого есть растения
              </Button>
            )}
          </div>
          <ul className={box}>
            {found.map(candidate => (
              <Row
                key={candidate.id}
                isChosen={chosen.has(candidate.id)}
                isFull={chosen.size >= requestLimits.companies}
                onToggle={isWanted => toggle('companies', candidate.id, isWanted)}
              >
                <span className="min-w-0 grow">
                  <CompanyName company={candidate} isLink={false} />
                  <span className="block text-sm text-muted">{whatFits(candidate, lines)}</span>
                  <WhatIsChosen of={ofProject.find(({ company }) => company.id === candidate.id)} />
                </span>
                <span className="text-right text-sm text-muted">
                  {candidate.distance === null ? candidate.region?.name : distanceText(candidate.distance)}
                </span>
              </Row>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p className="mb-2 text-sm text-muted">
            Запрос получат компании этих регионов, у которых есть нужные растения или родственные им, не больше{' '}
            {requestLimits.companies}.
          </p>
          <ul className={box}>
            {regionsOf(found).map(region => (
              <Row
                key={region.id}
                isChosen={values.regions.includes(region.id)}
                onToggle={isWanted => toggle('regions', region.id, isWanted)}
              >
                <span className="min-w-0 grow wrap-anywhere">{region.name}</span>
                <span className="text-sm whitespace-nowrap text-muted">{counted(region.companies, companyForms)}</span>
              </Row>
            ))}
          </ul>
        </>
      )}
    </fieldset>
  )
}

/** With those that were asked before and offer nothing of it, last. */
const withKnown = (candidates: readonly Candidate[], known: readonly RatedTeam[]): Candidate[] => [
  ...candidates,
  ...known
    .filter(({ id }) => !candidates.some(candidate => candidate.id === id))
    .map(company => ({ ...company, region: null, plants: 0, genera: 0, distance: null })),
]

/** Whom the project has chosen stands first, the dearest choice at the top; the rest keeps its order. */
function chosenFirst(candidates: readonly Candidate[], chosen: Chosen): Candidate[] {
  const sums = new Map(chosen.map(({ company, price }) => [company.id, price]))
  return candidates.toSorted(({ id: one }, { id: other }) => (sums.get(other) ?? -1) - (sums.get(one) ?? -1))
}

function WhatIsChosen({ of }: { of: Chosen[number] | undefined }) {
  if (!of) return null
  const { lines, price } = of
  return (
    <span className="block text-sm text-leaf">
      выбрано в проекте: {counted(lines, lineForms)}
      {price > 0 && `, ${formatPrice(price)}`}
    </span>
  )
}

interface RowProps {
  isChosen: boolean
  /** No more can be chosen. */
  isFull?: boolean
  onToggle: (isWanted: boolean) => void
  children: ReactNode
}

function Row({ isChosen, isFull = false, onToggle, children }: RowProps) {
  return (
    <li className="border-line not-first:border-t">
      <label className="flex min-h-11 items-start gap-3 px-3 py-2.5 hover:bg-leaf-soft">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-leaf"
          checked={isChosen}
          disabled={!isChosen && isFull}
          onChange={event => onToggle(event.target.checked)}
        />
        {children}
      </label>
    </li>
  )
}

/** How much of what is asked a company offers. */
function whatFits({ plants, genera }: Candidate, lines: number): string {
  if (genera === 0) return 'таких растений нет, но вы уже спрашивали эту компанию'
  if (plants === 0) return `родственные растения для ${counted(genera, ['строки', 'строк', 'строк'])}`
  const more = genera > plants ? `, родственные ещё для ${genera - plants}` : ''
  return plants === lines ? 'есть все растения' : `есть растения для ${plants} из ${lines}${more}`
}
