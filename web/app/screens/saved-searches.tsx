import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { savedPlantsQuery, savedSearchesQuery, stockAlertsQuery } from '#web/features/saved-searches/api.ts'
import { SavedSearchList } from '#web/features/saved-searches/saved-search-list.tsx'
import { SavedPlantList, StockAlertList } from '#web/features/saved-searches/watched-lists.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function Component() {
  const { api } = useApp()
  const searches = useQuery(savedSearchesQuery(api))
  const alerts = useQuery(stockAlertsQuery(api))
  const plants = useQuery(savedPlantsQuery(api))
  const isHere = searches.data && alerts.data && plants.data
  return (
    <div className="mx-auto max-w-4xl px-4 pt-8 sm:px-6">
      <PageMeta title={screenTitle('Сохранённые поиски')} />
      <h1 className="mb-6 text-3xl">Сохранённые поиски</h1>
      {!isHere ? (
        <Pending queries={[searches, alerts, plants]}>
          {[1, 2, 3].map(row => (
            <Skeleton key={row} className="mb-3 h-32 sm:h-28" />
          ))}
        </Pending>
      ) : (
        <>
          {searches.data.length > 0 ? (
            <SavedSearchList searches={searches.data} />
          ) : (
            <EmptyState
              title="Вы ещё ничего не искали впрок"
              action={
                <ButtonLink to="/offers" variant="secondary">
                  К предложениям
                </ButtonLink>
              }
            >
              Сохраните поиск, и мы сообщим, когда появится новое или что-то подешевеет.
            </EmptyState>
          )}
          {alerts.data.length > 0 && (
            <Section title="Ждёте поступления">
              <StockAlertList alerts={alerts.data} />
            </Section>
          )}
          {plants.data.length > 0 && (
            <Section title="Сохранённые растения">
              <SavedPlantList saved={plants.data} />
            </Section>
          )}
        </>
      )}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="mb-2 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
