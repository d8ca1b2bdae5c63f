import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { StockAlertInput } from '#contract/saved-searches.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useIntent } from '#web/lib/intent.ts'
import { Button } from '#web/ui/button.tsx'
import { BellPlus, BellRing } from '#web/ui/icons.ts'
import { showToast } from '#web/ui/toast.ts'
import { stockAlertsQuery } from './api.ts'
import { stockAlertIntent } from './intents.ts'

/** Sets or removes an alert for when a product or a plant is in stock. */
export function StockAlertButton({ of, children }: { of: StockAlertInput; children: string }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { data: alerts } = useQuery(stockAlertsQuery(api))
  const alert = alerts?.find(({ product, plant }) =>
    'product' in of ? product?.id === of.product : plant?.id === of.plant,
  )
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (alert) await api.call('DELETE /stock-alerts/:id/', { params: { id: alert.id } })
      else await api.call('POST /stock-alerts/', { body: of })
      await queries.invalidateQueries({ queryKey: stockAlertsQuery(api).queryKey })
    },
    onSuccess: () =>
      showToast({ message: alert ? 'О поступлении не сообщим.' : 'Сообщим здесь и по почте, когда появится.' }),
    onError: error => showToast({ message: error.message, tone: 'danger' }),
  })
  useIntent(stockAlertIntent(of), alerts !== undefined, () => {
    if (!alert) mutate()
  })
  const Icon = alert ? BellRing : BellPlus
  return (
    <Button
      variant="secondary"
      busy={isPending}
      disabled={alerts === undefined}
      aria-pressed={alert !== undefined}
      onClick={() => mutate()}
    >
      <Icon aria-hidden size={20} />
      {alert ? 'Сообщим о поступлении' : children}
    </Button>
  )
}
