import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Suggestion } from '#contract/offer-search.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { offerForms } from '../find/texts.ts'
import { suggestionsQuery } from './api.ts'

const groups = [
  { title: 'Растения', kinds: ['plant', 'genus', 'category'] },
  { title: 'Питомники', kinds: ['company'] },
]

/** Plants and nurseries by the words of another search, with the way to all that is offered by them. */
export function FoundPlants({ query }: { query: string }) {
  const { api } = useApp()
  // It stands beside what was asked for: a failure of its own shows nothing.
  const { data = [] } = useQuery(suggestionsQuery(api, query))
  if (data.length === 0) return null
  return (
    <>
      {groups.map(({ title, kinds }) => (
        <Group key={title} title={title} found={data.filter(({ kind }) => kinds.includes(kind))} />
      ))}
      <Link to={`/offers?${new URLSearchParams({ search: query })}`} className="link inline-flex min-h-11 items-center">
        Все предложения по запросу «{query}»
      </Link>
    </>
  )
}

function Group({ title, found }: { title: string; found: Suggestion[] }) {
  if (found.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-2xl">{title}</h2>
      <ul>
        {found.map(({ url, name, latin_name, count }) => (
          <li key={url} className="flex items-baseline justify-between gap-4 border-b border-line py-2">
            <span className="min-w-0 wrap-anywhere">
              <Link to={url} className="link inline-block min-h-6 font-semibold">
                {name}
              </Link>
              {latin_name && (
                <span className="block text-sm text-muted">
                  <LatinName>{latin_name}</LatinName>
                </span>
              )}
            </span>
            <span className="shrink-0 text-sm text-muted">
              {count > 0 ? counted(count, offerForms) : 'нет предложений'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
