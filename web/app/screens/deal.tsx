import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { Team } from '#contract/companies.ts'
import type { Deal } from '#contract/deals.ts'
import { MessageButton } from '#web/features/chat/message-button.tsx'
import { companyQuery } from '#web/features/companies/api.ts'
import { parsePhones } from '#web/features/companies/contact-links.ts'
import { dealQuery } from '#web/features/trade/api.ts'
import { DealView } from '#web/features/trade/deals/deal-view.tsx'
import { OneThing } from '#web/features/trade/one-thing.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { memberFetch, refreshAccess } from '../member-fetch.ts'

export function Component() {
  const { api } = useApp()
  const { id = '' } = useParams()
  const deal = useQuery(dealQuery(api, id))
  // A company that is no more, or is hidden, has no page.
  const companyId = deal.data?.side === 'buyer' ? deal.data.company.id : null
  const seller = useQuery({ ...companyQuery(api, String(companyId)), enabled: companyId !== null, retry: false })
  return (
    <OneThing query={deal} isComplete={!seller.isLoading} missing="Сделка не найдена">
      {found => (
        <div className="mx-auto max-w-page px-4 pt-4 sm:px-6">
          <PageMeta title={screenTitle(`Сделка: ${found.project_name}`)} />
          <Breadcrumbs crumbs={[{ name: 'Сделки', to: '/deals' }, { name: found.project_name }]} />
          <DealView
            key={id}
            deal={found}
            refreshAccess={refreshAccess}
            fetch={memberFetch}
            contacts={
              found.side === 'buyer' ? <SellerContacts deal={id} team={seller.data} /> : <BuyerContacts deal={found} />
            }
          />
        </div>
      )}
    </OneThing>
  )
}

function BuyerContacts({ deal: { id, buyer } }: { deal: Deal }) {
  return (
    <div className="grid gap-2">
      {buyer.email && (
        <a href={`mailto:${buyer.email}`} className="link w-fit wrap-anywhere">
          {buyer.email}
        </a>
      )}
      <Link to={`/profile/${buyer.id}`} className="link w-fit">
        Профиль
      </Link>
      <MessageButton to={{ about: { kind: 'deal', id } }} variant="secondary" className="mt-1 justify-self-start">
        Написать
      </MessageButton>
    </div>
  )
}

function SellerContacts({ deal, team }: { deal: string; team: Team | undefined }) {
  if (!team) return null
  return (
    <div className="grid gap-2">
      {parsePhones(team.team_phone).map(({ text, href }) =>
        href ? (
          <a key={text} href={href} className="link w-fit text-lg font-semibold whitespace-nowrap tabular-nums">
            {text}
          </a>
        ) : (
          <span key={text}>{text}</span>
        ),
      )}
      {team.team_address && <p className="wrap-anywhere">{team.team_address}</p>}
      <MessageButton to={{ about: { kind: 'deal', id: deal } }} variant="secondary" className="mt-1 justify-self-start">
        Написать
      </MessageButton>
    </div>
  )
}
