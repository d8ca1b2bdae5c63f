import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Deal } from '#contract/deals.ts'
import type { Paper, PaperKind } from '#contract/papers.ts'
import { download, type MemberFetch } from '#web/lib/download.ts'
import { Button } from '#web/ui/button.tsx'
import { Download } from '#web/ui/icons.ts'
import { showToast } from '#web/ui/toast.ts'
import { tradeKey } from '../api.ts'
import { momentText } from '../dates.ts'
import { Section } from '../section.tsx'

const names: Record<PaperKind, string> = {
  invoice: 'Счёт на оплату',
  specification: 'Спецификация',
  waybill: 'Накладная',
  act: 'Акт о расхождениях',
}

interface Offered {
  name: string
  kind: PaperKind
  query: string
}

/** Papers that the deal as it is can have. */
function offered({ state, deliveries, claims }: Deal): Offered[] {
  if (state === 'cancelled') return []
  return [
    { name: names.invoice, kind: 'invoice', query: '' },
    { name: names.specification, kind: 'specification', query: '' },
    ...deliveries.map(({ id, number }): Offered => ({
      name: deliveries.length > 1 ? `${names.waybill}, поставка ${number}` : names.waybill,
      kind: 'waybill',
      query: `?delivery=${id}`,
    })),
    ...(claims.some(claim => claim.state !== 'withdrawn')
      ? [{ name: names.act, kind: 'act' as const, query: '' }]
      : []),
  ]
}

/** The deal's papers: as they would be now, and those that were issued. */
export function DealPapers({ deal, fetch }: { deal: Deal; fetch: MemberFetch }) {
  const queries = useQueryClient()
  const { id, requisites, papers, side } = deal
  const getting = useMutation({
    mutationFn: ({ kind, query, name }: Offered) =>
      download(fetch, `/api/deals/${id}/papers/${kind}.pdf${query}`, `${name}.pdf`),
    onSuccess: () => queries.invalidateQueries({ queryKey: [...tradeKey, 'deal', id] }),
    onError: error => showToast({ message: error.message, tone: 'danger' }),
  })
  const list = offered(deal)
  if (list.length === 0 && papers.length === 0) return null
  const stated = (of: Deal['side']) => requisites !== null && requisites[of] !== null
  const missing = { own: !stated(side), other: !stated(side === 'buyer' ? 'company' : 'buyer') }
  const isComplete = !missing.own && !missing.other
  /** Of a waybill, where there are several. */
  function deliveryOf({ delivery }: Paper): string {
    const number = deal.deliveries.find(one => one.id === delivery)?.number
    return number === undefined || deal.deliveries.length < 2 ? '' : `, поставка ${number}`
  }
  const issued = ({ kind, id: paper, number }: Paper): Offered => ({
    name: `${names[kind]} № ${number}`,
    kind,
    query: `?paper=${paper}`,
  })
  return (
    <Section title="Бумаги">
      {list.length > 0 && !isComplete && (
        <div className="mb-4 grid gap-1 rounded-lg bg-accent-soft px-4 py-3 text-accent-strong">
          {missing.own && (
            <p>
              Чтобы составить бумаги, укажите{' '}
              <Link to={side === 'buyer' ? '/profile/edit/requisites' : '/teams/requisites'} className="link">
                свои реквизиты
              </Link>
              .
            </p>
          )}
          {missing.other && (
            <p>{side === 'buyer' ? 'Компания ещё не указала реквизиты.' : 'Покупатель ещё не указал реквизиты.'}</p>
          )}
        </div>
      )}
      {isComplete && (
        <ul className="grid gap-1">
          {list.map(paper => (
            <li key={paper.name}>
              <Button
                variant="quiet"
                busy={getting.isPending && getting.variables.name === paper.name}
                onClick={() => getting.mutate(paper)}
                className="-ml-5"
              >
                <Download size={18} />
                {paper.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {papers.length > 0 && (
        <>
          <h3 className="mt-4 mb-1 font-sans text-base text-muted">Выставлены</h3>
          <ul className="grid gap-1">
            {papers.map(paper => (
              <li key={paper.id}>
                <button
                  type="button"
                  onClick={() => getting.mutate(issued(paper))}
                  className="link min-h-6 text-left wrap-anywhere"
                >
                  {names[paper.kind]} №&nbsp;{paper.number}
                  {deliveryOf(paper)}
                </button>
                <span className="block text-sm text-muted">{momentText(paper.issued_at)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
