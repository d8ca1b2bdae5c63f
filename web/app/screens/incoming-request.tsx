import { MessageButton } from '#web/features/chat/message-button.tsx'
import { IncomingView } from '#web/features/trade/quoting/incoming-view.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { memberFetch } from '../member-fetch.ts'
import { OneRequest } from './one-request.tsx'

export function Component() {
  return (
    <OneRequest side="company">
      {request => (
        <>
          <PageMeta title={screenTitle(`Запрос цен: ${request.project_name}`)} />
          <Breadcrumbs crumbs={[{ name: 'Входящие запросы', to: '/incoming' }, { name: request.project_name }]} />
          <IncomingView
            request={request}
            fetch={memberFetch}
            contact={
              <MessageButton to={{ about: { kind: 'request', id: request.id } }} variant="secondary" className="mt-2">
                Написать
              </MessageButton>
            }
          />
        </>
      )}
    </OneRequest>
  )
}
