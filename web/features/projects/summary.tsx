import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import type { Place } from '#contract/places.ts'
import type { CompanyTerms, Project, Strategy } from '#contract/projects.ts'
import { useApp } from '#web/lib/app-context.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { chosenPlace, choosePlace } from '../places/chosen-place.ts'
import { strategiesQuery } from './api.ts'
import { StrategyCards } from './strategy-cards.tsx'
import { chosenOf, chosenText, lineForms, nurseryForms, offeredText, strategyNames } from './words.ts'

const PlaceField = lazy(async () => ({ default: (await import('../places/place-field.tsx')).PlaceField }))

interface SummaryProps {
  project: Project
  /** Under way; another one may be said meanwhile and comes after it. */
  choosing: Strategy | null
  /** The last choice was not proven to be the best. */
  isApproximate: boolean
  /** Something was chosen that no strategy chose: it would be lost. */
  isByHand: boolean
  onChoose: (strategy: Strategy) => void
  onPlace: (place: Place) => Promise<unknown>
}

/** What is chosen comes to, at which nurseries, and the ways of choosing everything at once. */
export function Summary({ project, choosing, isApproximate, isByHand, onChoose, onPlace }: SummaryProps) {
  const id = useId()
  const { lines, totals } = project
  const chosen = lines.filter(line => line.chosen !== null)
  const unpriced = chosen.length - totals.priced_lines
  const { api } = useApp()
  const strategies = useQuery(strategiesQuery(api, project))
  /** The strategy that waits for the project's place. */
  const [isPlaceAsked, setPlaceAsked] = useState<Strategy | null>(null)
  /** A strategy that would replace what was chosen by hand. */
  const [doubted, setDoubted] = useState<Strategy | null>(null)

  function start(strategy: Strategy) {
    const needsPlace = strategy === 'nearest' || strategy === 'cheapest_delivered'
    // Who has said where they are is not asked again.
    const known = chosenPlace()
    if (needsPlace && !project.place) return known ? place(known, strategy) : setPlaceAsked(strategy)
    if (isByHand) return setDoubted(strategy)
    onChoose(strategy)
  }

  function place(found: Place, strategy: Strategy) {
    setPlaceAsked(null)
    void onPlace(found).then(() => (isByHand ? setDoubted(strategy) : onChoose(strategy)))
  }

  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <h2 id={id} className="sr-only">
        Итого
      </h2>
      {chosen.length > 0 ? (
        <>
          <p className="font-serif text-3xl tabular-nums">{formatPrice(totals.price)}</p>
          <p className="text-muted">{chosenText(chosen.length, totals.lines)}</p>
        </>
      ) : (
        <>
          <p className="font-serif text-2xl">{offeredText(lines)}</p>
          <p className="text-muted">Выберите, у кого брать: сразу для всех строк или по одной.</p>
        </>
      )}
      {unpriced > 0 && (
        <p className="text-sm text-muted">
          Без суммы: {counted(unpriced, lineForms)}, цена по запросу или количество не в штуках
        </p>
      )}
      <fieldset className="mt-4">
        <legend className="mb-2 text-sm font-semibold">Выбрать для всех строк</legend>
        <StrategyCards
          summaries={strategies.data?.strategies}
          isLoading={strategies.isLoading}
          choosing={choosing}
          onStart={start}
        />
        <p className="mt-2 text-xs text-muted">
          Растения + доставка = итого. Мельче, чем нужно, и замены не выбираем никогда: только вы сами.
        </p>
      </fieldset>
      {isPlaceAsked && !project.place && (
        <Suspense fallback={<div className="mt-3 h-20" />}>
          <div className="mt-3">
            <PlaceField
              name="nearest-to"
              label={isPlaceAsked === 'nearest' ? 'Ближе к какому месту?' : 'Куда везти?'}
              initial={null}
              onChange={found => {
                if (!found) return
                choosePlace(found)
                place(found, isPlaceAsked)
              }}
              inputRef={input => input?.focus()}
            />
          </div>
        </Suspense>
      )}
      {isApproximate && (
        <p className="mt-3 rounded-md bg-accent-soft px-3 py-2 text-sm text-accent-strong">
          Приблизительно: сочетаний питомников слишком много, чтобы перебрать все. Возможно, есть вариант лучше.
        </p>
      )}
      {totals.companies.length > 0 && <Companies project={project} />}
      <ConfirmDialog
        open={doubted !== null}
        onClose={() => setDoubted(null)}
        title="Заменить выбранное?"
        label="Заменить"
        onConfirm={() => {
          if (doubted) onChoose(doubted)
          setDoubted(null)
        }}
      >
        <p>
          {chosenText(chosen.length, totals.lines)}. «{doubted && strategyNames[doubted]}» выберет заново во всех
          строках.
        </p>
      </ConfirmDialog>
    </section>
  )
}

function Companies({ project: { lines, totals } }: Pick<SummaryProps, 'project'>) {
  const regions = new Map(
    lines.flatMap(line => {
      const company = chosenOf(line)?.company
      return company ? [[company.id, company.region?.name ?? '']] : []
    }),
  )
  const unpriced = new Set(
    lines.flatMap(line => {
      const chosen = chosenOf(line)
      return chosen?.total === null ? [chosen.company.id] : []
    }),
  )
  return (
    <>
      <h3 className="mt-5 mb-1 font-sans text-sm font-semibold">{counted(totals.companies.length, nurseryForms)}</h3>
      <ul className="xl:max-h-[max(24rem,calc(100dvh-27rem))] xl:overflow-y-auto">
        {totals.companies.map(({ company, lines: count, price, short_of_minimum: missing, terms }) => (
          <li key={company.id} className="border-t border-line py-2">
            <div className="flex items-baseline justify-between gap-3">
              <Link to={`/teams/get_current_team/${company.id}`} className="link min-w-0 wrap-anywhere">
                {company.company_name}
              </Link>
              <span className="shrink-0 font-semibold tabular-nums">{formatPrice(price)}</span>
            </div>
            <p className="text-sm text-muted">
              {counted(count, lineForms)}
              {regions.get(company.id) && `, ${regions.get(company.id)}`}
            </p>
            {missing > 0 && (
              <p className="text-sm font-semibold text-accent-strong">
                До минимального заказа не хватает {formatPrice(missing)}
                {unpriced.has(company.id) && ', не считая строк без суммы'}
              </p>
            )}
            {termsText(terms) && <p className="text-sm text-muted">{termsText(terms)}</p>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** How a company sells and delivers, as it says itself. */
const termsText = ({ minimum_order, delivery, unloading, safekeeping }: CompanyTerms) =>
  [
    minimum_order !== null && `заказ от ${formatPrice(minimum_order)}`,
    delivery,
    unloading && 'разгрузка',
    safekeeping && 'хранение купленного',
  ]
    .filter(Boolean)
    .join(' · ')
