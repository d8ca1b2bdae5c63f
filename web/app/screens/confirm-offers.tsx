import { useSearchParams } from 'react-router'
import { AccountPage } from '#web/features/accounts/account-page.tsx'
import { ConfirmOffers } from '#web/features/products/confirm-offers.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

/** Opening the page does nothing: programs that look at emails for their readers open links, too. */
export function Component() {
  const [params] = useSearchParams()
  return (
    <AccountPage
      title="Всё в силе?"
      intro={
        <p>
          Если цены и наличие всего, что предлагает ваша компания, не изменились, подтвердите их: покупатели увидят
          сегодняшнюю дату.
        </p>
      }
    >
      <PageMeta title={screenTitle('Подтвердить цены и наличие')} />
      <ConfirmOffers token={params.get('token') ?? ''} />
    </AccountPage>
  )
}
