import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Fragment, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Quote, Request } from '#contract/requests.ts'
import { useApp } from '#web/lib/app-context.ts'
import type { MemberFetch } from '#web/lib/download.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { requestQuery, tradeKey } from '../api.ts'
import { ChangesNotice } from '../changes/changes-notice.tsx'
import { CompanyName } from '../company-name.tsx'
import { dayText, momentText } from '../dates.ts'
import { money } from '../marks.tsx'
import { Section } from '../section.tsx'
import { dealForms, lineForms, toCompanies } from '../words.ts'
import { LineList } from './line-list.tsx'
import { Revisions } from './quote-view.tsx'
import { RequestFacts, RequestMark } from './request-facts.tsx'

interface RequestViewProps {
  request: Request
  fetch: MemberFetch
  /** Writes to the company about this quote of its. */
  contactAbout: (quote: Quote) => ReactNode
}

/** A request as its buyer sees it. */
export function RequestView({ request, fetch, contactAbout }: RequestViewProps) {
  const { id, project, lines, companies = [], changes = [], created_at } = request
  const answered = companies.filter(({ revision }) => revision !== null).length
  // While nobody has answered, what was asked for takes the place of the answers: it is long, and they are not there.
  const asked = (
    <Section title="Что просили" note={counted(lines.length, lineForms)}>
      <LineList lines={lines} changes={changes} />
    </Section>
  )
  const offers = <Offers request={request} fetch={fetch} contactAbout={contactAbout} />
  return (
    <>
      <RequestHead request={request} answered={answered} />
      {project && changes.length > 0 && (
        <div className="mb-6">
          <ChangesNotice changes={changes} since={created_at} to={`/projects/${project}/request?after=${id}`} />
        </div>
      )}
      <RequestFacts request={request} />
      <div className="mt-10 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        {answered === 0 ? asked : offers}
        <div className="grid gap-10">
          {answered === 0 && offers}
          <Companies request={request} answered={answered} />
          {answered === 0 ? null : asked}
        </div>
      </div>
    </>
  )
}

interface AnsweredProps {
  request: Request
  /** How many companies have answered. */
  answered: number
}

/** Which project it is for, when it was sent, and what is done next. */
function RequestHead({ request, answered }: AnsweredProps) {
  const { id, project, project_name, deals, can, created_at, closed_at, post } = request
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-3xl wrap-anywhere">{project_name}</h1>
          <RequestMark {...request} />
        </div>
        <p className="mt-1 text-muted">
          Запрос цен от {dayText(created_at.slice(0, 10))}
          {closed_at && `, закрыт ${dayText(closed_at.slice(0, 10))}`}
          {project && (
            <>
              {' · '}
              <Link to={`/projects/${project}`} className="link">
                Проект
              </Link>
            </>
          )}
          {post && (
            <>
              {' · '}
              <Link to={`/post/${post}`} className="link">
                Запись в ленте
              </Link>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full">
        {answered > 0 && (
          <ButtonLink
            to={`/requests/${id}/compare`}
            variant={can.award ? 'primary' : 'secondary'}
            className="max-sm:grow"
          >
            Сравнить предложения
          </ButtonLink>
        )}
        {deals.length > 0 && (
          <ButtonLink to={deals.length === 1 ? `/deals/${deals[0]}` : `/deals?request=${id}`} className="max-sm:grow">
            {deals.length === 1 ? 'К сделке' : counted(deals.length, dealForms)}
          </ButtonLink>
        )}
        {can.cancel && <Cancel request={request} />}
      </div>
    </header>
  )
}

/** The quotes of each company that has answered, with the earlier ones. */
function Offers({ request, fetch, contactAbout }: RequestViewProps) {
  const { companies = [], quotes, status, post } = request
  const answered = companies.filter(({ revision }) => revision !== null)
  return (
    <Section title="Предложения">
      {answered.length === 0 ? (
        <p className="rounded-lg border border-dashed border-edge/70 px-5 py-8 text-center text-muted">
          {status === 'sent'
            ? post
              ? 'Пока никто не ответил. Запрос опубликован в ленте: сообщим, как только какой-нибудь питомник пришлёт предложение.'
              : `Пока никто не ответил. Запрос отправлен ${counted(companies.length, toCompanies)}: сообщим, как только придёт первое предложение.`
            : 'Никто не ответил.'}
        </p>
      ) : (
        <div className="grid gap-8">
          {answered.map(company => (
            <section key={company.id} aria-label={company.company_name}>
              <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <h3 className="font-sans text-base">
                  <CompanyName company={company} />
                </h3>
                {quotes
                  .filter(quote => quote.company.id === company.id && quote.is_current)
                  .map(quote => (
                    <Fragment key={quote.id}>{contactAbout(quote)}</Fragment>
                  ))}
              </div>
              <Revisions
                request={request}
                quotes={quotes.filter(quote => quote.company.id === company.id)}
                fetch={fetch}
              />
            </section>
          ))}
        </div>
      )}
    </Section>
  )
}

/** Who was asked or has come, and what each said last. */
function Companies({ request: { companies = [], quotes, status, post }, answered }: AnsweredProps) {
  return (
    <Section
      title={post ? 'Кто откликнулся' : 'Кого спросили'}
      note={companies.length > 0 && `ответили ${answered} из ${companies.length}`}
    >
      {companies.length === 0 && (
        <p className="text-muted">
          {status === 'sent' ? 'Пока никто: питомники находят запрос в ленте сами.' : 'Никто не откликнулся.'}
        </p>
      )}
      <ul className={clsx(companies.length > 0 && 'border-t border-line')}>
        {companies.map(company => (
          <li
            key={company.id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2"
          >
            <CompanyName company={company} />
            <Answer quote={quotes.find(quote => quote.company.id === company.id && quote.is_current)} />
          </li>
        ))}
      </ul>
      {companies.length > 1 && (
        <p className="mt-2 text-sm text-muted">Компании не знают друг о друге и не видят чужих цен.</p>
      )}
    </Section>
  )
}

function Answer({ quote }: { quote: Quote | undefined }) {
  if (!quote) return <span className="text-sm text-muted">ещё не ответили</span>
  return (
    <span className="text-sm">
      <span className={money}>{formatPrice(quote.totals.total)}</span>
      <span className="text-muted">, {momentText(quote.created_at)}</span>
    </span>
  )
}

function Cancel({ request: { id, companies = [] } }: { request: Request }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const cancel = useMutation({
    mutationFn: () => api.call('POST /requests/:id/cancel/', { params: { id } }),
    onSuccess: request => {
      queries.setQueryData(requestQuery(api, id).queryKey, request)
      void queries.invalidateQueries({ queryKey: tradeKey })
      showToast({ message: 'Запрос отменён' })
    },
    onError: error => showToast({ message: error.message, tone: 'danger' }),
    onSettled: () => setAsked(false),
  })
  return (
    <>
      <Button variant="secondary" className="max-sm:grow" onClick={() => setAsked(true)}>
        Отменить запрос
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title="Отменить запрос цен?"
        label="Отменить"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
      >
        <p>
          {companies.length > 0 && `Сообщим об этом ${counted(companies.length, toCompanies)}. `}Присланные предложения
          останутся у вас, но выбрать из них будет нельзя. Возобновить запрос не получится: можно отправить новый.
        </p>
      </ConfirmDialog>
    </>
  )
}
