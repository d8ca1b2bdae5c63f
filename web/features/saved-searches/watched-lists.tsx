import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SavedPlant, StockAlert } from '#contract/saved-searches.ts'
import { soldOut } from '#contract/stock-names.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { X } from '#web/ui/icons.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { showToast } from '#web/ui/toast.ts'
import { savedPlantsQuery, stockAlertsQuery } from './api.ts'

interface EntryProps {
  to: string
  name: string
  /** Further details. */
  children: ReactNode
  /** The label of the remove button. */
  label: string
  remove: () => Promise<unknown>
}

function Entry({ to, name, children, label, remove }: EntryProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: remove,
    onError: error => showToast({ message: error.message, tone: 'danger' }),
  })
  return (
    <li className="flex items-center justify-between gap-4 border-b border-line py-2">
      <div className="min-w-0 wrap-anywhere">
        <Link to={to} className="link inline-block min-h-6">
          {name}
        </Link>
        <p className="text-sm text-muted">{children}</p>
      </div>
      <IconButton label={label} icon={<X size={20} />} disabled={isPending} onClick={() => mutate()} />
    </li>
  )
}

/** The person's stock alerts. */
export function StockAlertList({ alerts }: { alerts: StockAlert[] }) {
  const { api } = useApp()
  const queries = useQueryClient()
  return (
    <ul>
      {alerts.map(({ id, product, plant }) => (
        <Entry
          key={id}
          to={product?.get_absolute_url ?? `/plants/${plant?.slug}`}
          name={product?.name ?? plant?.name ?? ''}
          label={`Не ждать: ${product?.name ?? plant?.name}`}
          remove={async () => {
            await api.call('DELETE /stock-alerts/:id/', { params: { id } })
            await queries.invalidateQueries({ queryKey: stockAlertsQuery(api).queryKey })
          }}
        >
          {product ? product.company_name : 'У любой компании'}
        </Entry>
      ))}
    </ul>
  )
}

const offers = ['предложение', 'предложения', 'предложений'] as const

/** The person's saved plants. */
export function SavedPlantList({ saved }: { saved: SavedPlant[] }) {
  const { api } = useApp()
  const queries = useQueryClient()
  return (
    <ul>
      {saved.map(({ plant, offers_count: count }) => (
        <Entry
          key={plant.id}
          to={`/plants/${plant.slug}`}
          name={plant.name}
          label={`Убрать: ${plant.name}`}
          remove={async () => {
            await api.call('DELETE /saved-plants/:id/', { params: { id: String(plant.id) } })
            await queries.invalidateQueries({ queryKey: savedPlantsQuery(api).queryKey })
          }}
        >
          <LatinName>{plant.latin_name}</LatinName> ·{' '}
          <span className="whitespace-nowrap">{count === 0 ? soldOut.toLowerCase() : counted(count, offers)}</span>
        </Entry>
      ))}
    </ul>
  )
}
