import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OwnTeam } from '#contract/companies.ts'
import { companyPath } from '#contract/company-slug.ts'
import type { MemberFetch } from '#web/lib/download.ts'
import { supportEmail, supportHref } from '#web/lib/support.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { Download } from '../../ui/icons.ts'
import { ApiKeys } from './api-keys.tsx'
import { CompanyFacts } from './company-facts.tsx'
import { OwnMembers } from './own-members.tsx'

interface OwnCompanyProps {
  team: OwnTeam
  fetch: MemberFetch
}

/** The panels of the person's company: its members, its details and its API keys. */
export function OwnCompany({ team, fetch }: OwnCompanyProps) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      {team.blocked_reason !== null && (
        <p className="rounded-lg bg-danger-soft px-4 py-3 whitespace-pre-line wrap-anywhere text-danger lg:col-span-2">
          Компания заблокирована модератором, её страницу и растения видите только вы: {team.blocked_reason}
        </p>
      )}
      <Panel id="members" title="Сотрудники">
        <OwnMembers team={team} />
      </Panel>
      <Panel id="facts" title="Информация о компании">
        <CompanyFacts team={team} />
        {team.about_team && (
          <>
            <h3 className="mt-4 mb-1 font-sans text-base text-muted">О компании</h3>
            <p className="max-w-prose whitespace-pre-line">{team.about_team}</p>
          </>
        )}
        <div className="mt-5 flex flex-wrap items-center gap-3">
          {team.can.edit && (
            <>
              <ButtonLink to="/teams/edit-team" variant="secondary">
                Изменить
              </ButtonLink>
              <ButtonLink to="/teams/requisites" variant="secondary">
                Реквизиты
              </ButtonLink>
            </>
          )}
          <Link to={companyPath(team)} className="link ml-1 py-2">
            Как её видят покупатели
          </Link>
        </div>
        <FaceFiles team={team} fetch={fetch} />
        <p className="mt-5 border-t border-line pt-4 text-sm text-muted">
          Чтобы изменить ИНН или название компании, напишите в поддержку:{' '}
          <a href={supportHref(`Изменить ИНН или название: ${team.company_name}`)} className="link">
            {supportEmail}
          </a>
        </p>
      </Panel>
      <Panel id="api-keys" title="Ключи API" className="lg:col-span-2">
        <ApiKeys />
      </Panel>
    </div>
  )
}

/** What hangs in the yard: the code of the company's page, and labels of its plants. */
function FaceFiles({ team, fetch }: OwnCompanyProps) {
  return (
    <section aria-labelledby="yard" className="mt-5">
      <h3 id="yard" className="mb-2 font-sans text-base text-muted">
        Повесить на площадке
      </h3>
      <div className="flex flex-wrap gap-3">
        <a
          href={`/api/teams/${team.id}/qr.svg`}
          download={`qr-${team.slug || team.id}.svg`}
          className={buttonStyle('secondary')}
        >
          <Download size={18} />
          QR-код страницы
        </a>
        <DownloadButton
          fetch={fetch}
          path={`/teams/${team.id}/labels.pdf`}
          name="Этикетки.pdf"
          label="Этикетки для площадки"
          variant="secondary"
        />
      </div>
    </section>
  )
}

interface PanelProps {
  id: string
  title: string
  className?: string
  children: ReactNode
}

function Panel({ id, title, className, children }: PanelProps) {
  return (
    <Card className={clsx('min-w-0', className)}>
      <section aria-labelledby={id}>
        <h2 id={id} className="mb-3 text-xl">
          {title}
        </h2>
        {children}
      </section>
    </Card>
  )
}
