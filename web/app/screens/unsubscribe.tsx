import { useSearchParams } from 'react-router'
import { AccountPage } from '#web/features/accounts/account-page.tsx'
import { Unsubscribe } from '#web/features/saved-searches/unsubscribe.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

/** Opening the page does nothing, because mail programs open links too. */
export function Component() {
  const [params] = useSearchParams()
  return (
    <AccountPage
      title="Больше не сообщать?"
      intro={<p>О предложениях, которые были в том письме, и похожих на них.</p>}
    >
      <PageMeta title={screenTitle('Отписаться')} />
      <Unsubscribe token={params.get('token') ?? ''} />
    </AccountPage>
  )
}
