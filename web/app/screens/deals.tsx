import { DealList } from '#web/features/trade/deals/deal-list.tsx'
import { TradeNav } from '#web/features/trade/trade-nav.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

export function Component() {
  return (
    <div className="mx-auto max-w-5xl px-4 pt-4 sm:px-6">
      <PageMeta title={screenTitle('Сделки')} />
      <TradeNav />
      <DealList />
    </div>
  )
}
