import { useState } from 'react'
import { Link } from 'react-router'
import type { Complaint } from '#contract/moderation/complaints.ts'
import type { ReportReason } from '#contract/moderation/reason.ts'
import type { ReportedKind } from '#contract/reports.ts'
import type { Api } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { reportReasonWords } from '#web/lib/report-reasons.ts'
import { Button } from '#web/ui/button.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { subjectWords } from '../audit/action-words.ts'
import { ReportFacts } from '../report-facts.tsx'
import { useButtonAction } from '../use-button-action.ts'
import { useStaffAction } from '../use-staff-action.ts'

interface Deed {
  label: string
  title: string
  effect: string
  said: string
  act: (api: Api, id: string, grounds: { reason: string; rule: ReportReason }) => Promise<unknown>
}

const removal = (kind: 'comment' | 'message', words: Pick<Deed, 'title' | 'effect' | 'said'>): Deed => ({
  ...words,
  label: 'Удалить',
  act: (api, id, body) => api.call('POST /staff/complaints/:kind/:id/remove/', { params: { kind, id }, body }),
})

/** What a moderator may do about a reported thing. */
const deeds: Record<ReportedKind, Deed> = {
  comment: removal('comment', {
    title: 'Удалить комментарий?',
    effect: 'Комментарий исчезнет у всех, вернуть его будет нельзя.',
    said: 'Комментарий удалён',
  }),
  message: removal('message', {
    title: 'Удалить сообщение?',
    effect: 'Текст и файлы исчезнут у всех, вернуть их будет нельзя.',
    said: 'Сообщение удалено',
  }),
  person: {
    label: 'Заблокировать',
    title: 'Заблокировать человека?',
    effect: 'Он выйдет отовсюду и не сможет войти, его растения не будут видны.',
    said: 'Человек заблокирован',
    act: (api, id, body) => api.call('POST /staff/people/:id/block/', { params: { id }, body }),
  },
  product: {
    label: 'Снять',
    title: 'Снять объявление?',
    effect: 'Оно исчезнет из каталога и из ленты. Увидят его только поставщик и модераторы.',
    said: 'Объявление снято',
    act: (api, id, body) => api.call('POST /staff/listings/:id/hide/', { params: { id }, body }),
  },
  company: {
    label: 'Заблокировать',
    title: 'Заблокировать компанию?',
    effect: 'Её страница и растения не будут видны.',
    said: 'Компания заблокирована',
    act: (api, id, body) => api.call('POST /staff/companies/:id/block/', { params: { id }, body }),
  },
}

/** A reported thing as it was, who reported it and why, and the two possible decisions. */
export function ComplaintItem({ complaint }: { complaint: Complaint }) {
  const { api } = useApp()
  const action = useStaffAction()
  const { isBusy, run } = useButtonAction()
  const [isAsking, setAsking] = useState(false)
  const { kind, id, name, text, link, person, team, reasons } = complaint
  const { label, title, effect, said, act } = deeds[kind]
  return (
    <li className="grid min-w-0 items-start gap-4 border-b border-line pb-6 last:border-0 xl:grid-cols-[minmax(0,1fr)_18rem] xl:gap-8">
      <article className="min-w-0 rounded-lg border border-line bg-surface p-5 shadow-card">
        <p className="text-sm text-muted">{subjectWords[kind]}</p>
        <h2 className="text-lg font-semibold wrap-anywhere">
          {link ? (
            <Link to={link} className="link">
              {name || subjectWords[kind]}
            </Link>
          ) : (
            name
          )}
        </h2>
        {text !== '' && text !== name && <p className="mt-2 wrap-anywhere whitespace-pre-wrap">{text}</p>}
        <p className="mt-3 flex flex-wrap gap-x-4 text-sm">
          {person && (
            <Link to={`/profile/${person.id}`} className="link inline-flex min-h-9 items-center">
              {person.name}
            </Link>
          )}
          {team && (
            <Link to={`/teams/get_current_team/${team.id}`} className="link inline-flex min-h-9 items-center">
              {team.company_name}
            </Link>
          )}
        </p>
      </article>
      <div className="grid content-start gap-3">
        <ReportFacts reported={complaint} />
        <p className="text-sm">
          {reasons.map(({ reason, count }) => `${reportReasonWords[reason]}: ${count}`).join(' · ')}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="danger" onClick={() => setAsking(true)} className="max-lg:grow">
            {label}
          </Button>
          <Button
            variant="secondary"
            busy={isBusy}
            className="max-lg:grow"
            onClick={() =>
              void run(
                () => api.call('POST /staff/complaints/:kind/:id/dismiss/', { params: { kind, id } }),
                'Жалобы закрыты',
              )
            }
          >
            Оставить
          </Button>
        </div>
      </div>
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={title}
        hint="Её прочитает тот, кого это касается."
        label={label}
        isDangerous
        asksRule
        onConfirm={(reason, rule) => action(() => act(api, id, { reason, rule }), said)}
      >
        {effect} Жалобы будут закрыты.
      </ReasonDialog>
    </li>
  )
}
