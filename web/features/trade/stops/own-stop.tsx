import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { kmText } from '#web/features/projects/transport-words.ts'
import { useApp } from '#web/lib/app-context.ts'
import { stopQuery } from '../api.ts'
import { Fact } from '../requests/request-facts.tsx'
import { stopText } from './stop-text.ts'

interface OwnStopProps {
  of: 'deals' | 'requests'
  id: string
  /** The company may state what its plants weigh; the buyer may not. */
  isOwn: boolean
  /** When what is asked about was changed last. */
  version: string
}

/** What one company loads, and how far it is to the place: for whoever orders a lorry. */
export function OwnStop({ of, id, isOwn, version }: OwnStopProps) {
  const { api } = useApp()
  const { data: stop } = useQuery(stopQuery(api, of, id, version))
  if (!stop || stop.lines.length === 0) return null
  const { main, doubt } = stopText(stop)
  return (
    <Fact label="Погрузка">
      {main}
      {doubt && (
        <span className="block text-sm text-muted">
          {doubt}
          {isOwn && (
            <>
              {' '}
              <Link to="/products/my_products" className="link">
                Указать вес
              </Link>
            </>
          )}
        </span>
      )}
      {stop.distance_km !== null && (
        <span className="block text-sm text-muted">{`До места ${kmText(stop.distance_km)}: ${stop.distance_note.toLowerCase()}`}</span>
      )}
    </Fact>
  )
}
