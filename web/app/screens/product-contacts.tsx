import { lazy, Suspense } from 'react'
import type { Team } from '#contract/companies.ts'
import type { Product } from '#contract/products.ts'
import { withNext } from '#web/features/accounts/next-path.ts'
import { keepWhy } from '#web/features/accounts/why.ts'
import { parsePhones } from '#web/features/companies/contact-links.ts'
import { countVisit } from '#web/features/statistics/count-visit.ts'
import { useApp } from '#web/lib/app-context.ts'
import { keepIntent } from '#web/lib/intent.ts'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'

const MessageButton = lazy(async () => ({
  default: (await import('#web/features/chat/message-button.tsx')).MessageButton,
}))

const write = 'Написать'

interface ProductContactsProps {
  product: Pick<Product, 'id'>
  team: Pick<Team, 'id' | 'team_phone' | 'company_name'>
  /** The address to return to after signing in. */
  path: string
}

/** The company's first telephone number and a chat with the person responsible for the plant. */
export function ProductContacts({ product, team, path }: ProductContactsProps) {
  const { api } = useApp()
  const session = useSession()
  const phone = parsePhones(team.team_phone).find(({ href }) => href !== null)
  const isOwn = session.team?.id === team.id
  const intent = `write-about-product:${product.id}`
  const look = buttonStyle('secondary', 'md', 'px-3')
  return (
    <>
      {phone?.href && (
        <a
          href={phone.href}
          className={buttonStyle('primary', 'md', 'px-3 whitespace-nowrap tabular-nums')}
          onClick={() => countVisit(api, product.id, 'phone')}
        >
          {phone.text}
        </a>
      )}
      {!session.isAuthenticated ? (
        <ButtonLink
          to={withNext('/login', path)}
          variant="secondary"
          className="px-3"
          onClick={() => {
            keepIntent(intent)
            keepWhy(path, `Напишем: ${team.company_name}`)
          }}
        >
          {write}
        </ButtonLink>
      ) : (
        !isOwn && (
          <Suspense fallback={<span className={look}>{write}</span>}>
            <MessageButton
              to={{ about: { kind: 'product', id: product.id } }}
              variant="secondary"
              className="px-3"
              intent={intent}
            >
              {write}
            </MessageButton>
          </Suspense>
        )
      )}
    </>
  )
}
