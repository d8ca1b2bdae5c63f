import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Request } from '#contract/requests.ts'
import { useApp } from '#web/lib/app-context.ts'
import type { MemberFetch } from '#web/lib/download.ts'
import { counted } from '#web/lib/plural.ts'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { readDraft } from '#web/ui/drafts.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { optionsQuery } from '../api.ts'
import { BuyerName } from '../company-name.tsx'
import { dayText } from '../dates.ts'
import { Paused } from '../marks.tsx'
import { LineList } from '../requests/line-list.tsx'
import { Revisions } from '../requests/quote-view.tsx'
import { Fact, RequestFacts, RequestMark } from '../requests/request-facts.tsx'
import { Section } from '../section.tsx'
import { OwnStop } from '../stops/own-stop.tsx'
import { lineForms, pausedRequest } from '../words.ts'
import { QuoteForm } from './quote-form.tsx'

interface IncomingViewProps {
  request: Request
  fetch: MemberFetch
  /** Writes to the buyer about the request. */
  contact: ReactNode
}

/** A request as an asked company sees it, with its own answers and the form for the next. */
export function IncomingView({ request, fetch, contact }: IncomingViewProps) {
  const { user } = useSession()
  const { id, project_name, buyer, lines, quotes, deals, can, created_at, post } = request
  const last = quotes.find(({ is_current }) => is_current) ?? null
  const [isRevising, setRevising] = useState(() => readDraft(`quote.${user.id}.${id}.${last?.revision ?? 0}`) !== null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isForm = can.quote && (last === null || isRevising)
  return (
    <>
      <header className="mb-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 ref={heading} tabIndex={-1} className="text-3xl wrap-anywhere outline-none">
            {project_name}
          </h1>
          <RequestMark {...request} />
          <div className="sm:ml-auto">{contact}</div>
        </div>
        <p className="mt-1 text-muted">
          {counted(lines.length, lineForms)}, запрос от {dayText(created_at.slice(0, 10))}
          {post && (
            <>
              {' · '}
              <Link to={`/post/${post}`} className="link">
                Запись в ленте
              </Link>
            </>
          )}
        </p>
      </header>
      <RequestFacts request={request}>
        <Fact label="Покупатель">
          <BuyerName buyer={buyer} />
          {buyer.email && (
            <a href={`mailto:${buyer.email}`} className="link block min-h-6 w-fit wrap-anywhere">
              {buyer.email}
            </a>
          )}
        </Fact>
      </RequestFacts>
      {request.paused_by && <Paused className="mt-6">{pausedRequest[request.paused_by]}</Paused>}
      {deals.map(deal => (
        <p
          key={deal}
          className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-success-soft px-4 py-3 text-success"
        >
          <span className="font-semibold">Покупатель выбрал вас.</span>
          <ButtonLink to={`/deals/${deal}`}>К сделке</ButtonLink>
        </p>
      ))}
      <div className="mt-8 grid gap-10 lg:mt-6">
        {last && (
          <Section title="Ваше предложение">
            <Revisions request={request} quotes={quotes} fetch={fetch} />
            <dl className="mt-4">
              <OwnStop of="requests" id={id} isOwn version={last.id} />
            </dl>
            {can.quote && !isRevising && (
              <Button variant="secondary" className="mt-4" onClick={() => setRevising(true)}>
                Прислать новую редакцию
              </Button>
            )}
          </Section>
        )}
        {isForm ? (
          <Section title={last ? 'Новая редакция' : 'Ваше предложение'}>
            <Answering
              key={last?.id ?? 'first'}
              request={request}
              onDone={() => {
                setRevising(false)
                heading.current?.focus()
              }}
              onCancel={last ? () => setRevising(false) : undefined}
            />
          </Section>
        ) : (
          <>
            {!can.quote && !last && !request.paused_by && (
              <p className="rounded-lg bg-sunken px-4 py-3">
                {request.status === 'cancelled'
                  ? 'Покупатель отменил запрос: отвечать на него больше не нужно.'
                  : request.status === 'awarded'
                    ? 'Покупатель уже выбрал поставщиков.'
                    : 'Срок ответа вышел: предложение уже не отправить.'}
              </p>
            )}
            <Section title="Что просят">
              <LineList lines={lines} />
            </Section>
          </>
        )}
      </div>
    </>
  )
}

interface AnsweringProps {
  request: Request
  onDone: () => void
  onCancel: (() => void) | undefined
}

function Answering({ request, onDone, onCancel }: AnsweringProps) {
  const { api } = useApp()
  const { user } = useSession()
  const options = useQuery({ ...optionsQuery(api, request.id), refetchOnWindowFocus: false })
  if (!options.data)
    return (
      <Pending queries={[options]}>
        {request.lines.slice(0, 8).map(({ id }) => (
          <Skeleton key={id} className="mb-2 h-20" />
        ))}
      </Pending>
    )
  return (
    <QuoteForm
      request={request}
      options={options.data}
      last={request.quotes.find(({ is_current }) => is_current) ?? null}
      userId={user.id}
      onSent={onDone}
      {...(onCancel && { onCancel })}
    />
  )
}
