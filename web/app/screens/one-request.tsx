import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import type { Request, TradeSide } from '#contract/requests.ts'
import { requestQuery } from '#web/features/trade/api.ts'
import { OneThing } from '#web/features/trade/one-thing.tsx'
import { useApp } from '#web/lib/app-context.ts'

const pathOf = { buyer: 'requests', company: 'incoming' } as const

interface OneRequestProps {
  /** For whom the screen is; the other side is led to its own. */
  side: TradeSide
  children: (request: Request) => ReactNode
}

/** The request in the address. */
export function OneRequest({ side, children }: OneRequestProps) {
  const { api } = useApp()
  const { id = '' } = useParams()
  const request = useQuery(requestQuery(api, id))
  return (
    <OneThing query={request} missing="Запрос не найден">
      {found =>
        found.side === side ? (
          <div key={id} className="mx-auto max-w-page px-4 pt-4 sm:px-6">
            {children(found)}
          </div>
        ) : (
          <Navigate to={`/${pathOf[found.side]}/${id}`} replace />
        )
      }
    </OneThing>
  )
}
