import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { MessageButton } from '#web/features/chat/message-button.tsx'
import { requestQuery } from '#web/features/trade/api.ts'
import { OneThing } from '#web/features/trade/one-thing.tsx'
import { IncomingView } from '#web/features/trade/quoting/incoming-view.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { memberFetch } from '../member-fetch.ts'

export function Component() {
  const { api } = useApp()
  const { id = '' } = useParams()
  const request = useQuery(requestQuery(api, id))
  return (
    <OneThing query={request} missing="Запрос не найден">
      {found =>
        found.side === 'buyer' ? (
          <Navigate to={`/requests/${id}`} replace />
        ) : (
          <div className="mx-auto max-w-page px-4 pt-4 sm:px-6">
            <PageMeta title={screenTitle(`Запрос цен: ${found.project_name}`)} />
            <Breadcrumbs crumbs={[{ name: 'Входящие запросы', to: '/incoming' }, { name: found.project_name }]} />
            <IncomingView
              key={id}
              request={found}
              fetch={memberFetch}
              contact={
                <MessageButton to={{ about: { kind: 'request', id } }} variant="secondary" className="mt-2">
                  Написать
                </MessageButton>
              }
            />
          </div>
        )
      }
    </OneThing>
  )
}
