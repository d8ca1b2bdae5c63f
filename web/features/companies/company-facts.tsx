import type { ReactNode } from 'react'
import type { Team } from '#contract/companies.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { placeName } from '../places/place-label.ts'
import { parsePhones, siteLink } from './contact-links.ts'

interface Fact {
  label: string
  /** Not shown if empty. */
  value: ReactNode
}

const yesNo = (value: boolean) => (value ? 'ДА' : 'НЕТ')

function Phones({ text }: { text: string }) {
  return parsePhones(text).map(({ text: phone, href }) =>
    href ? (
      <a
        key={phone}
        href={href}
        className="link block w-fit py-0.5 text-lg font-semibold whitespace-nowrap tabular-nums"
      >
        {phone}
      </a>
    ) : (
      <p key={phone}>{phone}</p>
    ),
  )
}

function Site({ text }: { text: string }) {
  const site = siteLink(text)
  if (!site) return text
  return (
    <a href={site.href} rel="nofollow ugc noopener" className="link inline-block py-0.5">
      {site.text}
    </a>
  )
}

function factsOf(team: Team): Fact[] {
  return [
    { label: 'Телефон', value: team.team_phone && <Phones text={team.team_phone} /> },
    { label: 'Сайт', value: team.website && <Site text={team.website} /> },
    { label: 'Часы работы', value: team.hours },
    { label: 'Адрес', value: team.team_address },
    { label: 'Населённый пункт', value: team.place && placeName(team.place) },
    { label: 'Регион', value: team.team_city?.name },
    { label: 'Страна', value: team.team_country },
    { label: 'Специфика', value: team.team_specific?.name },
    { label: 'Доставка', value: team.delivery?.name },
    { label: 'Куда доставляет', value: team.delivery_area },
    { label: 'Минимальный заказ', value: team.minimum_order !== null && formatPrice(team.minimum_order) },
    { label: 'Хранение купленного', value: yesNo(team.safekeeping) },
    { label: 'Разгрузка', value: yesNo(team.unloading) },
    { label: 'ИНН', value: team.team_zipcode && <span className="tabular-nums">{team.team_zipcode}</span> },
    { label: 'Проверка', value: team.is_verified && 'Модератор сверил название и ИНН' },
  ]
}

/** The company's details, contacts first. */
export function CompanyFacts({ team }: { team: Team }) {
  return (
    <dl>
      {factsOf(team)
        .filter(fact => Boolean(fact.value))
        .map(fact => (
          <div
            key={fact.label}
            className="gap-x-4 border-b border-line py-2.5 last:border-0 sm:grid sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
          >
            <dt className="text-muted max-sm:text-sm">{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
    </dl>
  )
}
