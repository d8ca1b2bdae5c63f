import { MessageButton } from '#web/features/chat/message-button.tsx'
import { RequestView } from '#web/features/trade/requests/request-view.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { memberFetch } from '../member-fetch.ts'
import { OneRequest } from './one-request.tsx'

export function Component() {
  return (
    <OneRequest side="buyer">
      {request => (
        <>
          <PageMeta title={screenTitle(`Запрос цен: ${request.project_name}`)} />
          <Breadcrumbs crumbs={[{ name: 'Запросы цен', to: '/requests' }, { name: request.project_name }]} />
          <RequestView
            request={request}
            fetch={memberFetch}
            contactAbout={quote => (
              <MessageButton to={{ about: { kind: 'quote', id: quote.id } }} variant="secondary">
                Написать
                <span className="sr-only">, {quote.company.company_name}</span>
              </MessageButton>
            )}
          />
        </>
      )}
    </OneRequest>
  )
}
