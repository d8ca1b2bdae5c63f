import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { silencedQuery } from './api.ts'
import { type Silence, useSilence } from './use-silence.ts'

/** Everything that the person does not see, each with a button to see it again. */
export function SilencedLists() {
  const { api } = useApp()
  const silenced = useQuery(silencedQuery(api))
  if (!silenced.data)
    return (
      <Pending queries={[silenced]}>
        <Skeleton className="h-40" />
      </Pending>
    )
  const { blocked, muted, hashtags } = silenced.data
  if (blocked.length + muted.length + hashtags.length === 0)
    return (
      <EmptyState title="Здесь никого нет">
        Заблокировать человека или не показывать его записи можно в меню «Ещё» на его странице, скрыть хештег — на
        странице хештега.
      </EmptyState>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <People title="Заблокированные" people={blocked} label="Разблокировать" what="unblock" />
      <People title="Скрытые из лент" people={muted} label="Показывать" what="unmute" isLinked />
      {hashtags.length > 0 && (
        <List title="Скрытые хештеги">
          {hashtags.map(tag => (
            <Row key={tag} label="Показывать" name={`#${tag}`} silence={{ what: 'unmute-hashtag', tag }}>
              <Link to={`/trends/${encodeURIComponent(tag)}`} className="link inline-block min-h-6 wrap-anywhere">
                #{tag}
              </Link>
            </Row>
          ))}
        </List>
      )}
    </div>
  )
}

interface PeopleProps {
  title: string
  people: User[]
  label: string
  what: 'unblock' | 'unmute'
  isLinked?: boolean
}

function People({ title, people, label, what, isLinked = false }: PeopleProps) {
  if (people.length === 0) return null
  return (
    <List title={title}>
      {people.map(({ id, name, get_avatar }) => (
        <Row key={id} label={label} name={name} silence={{ what, id }}>
          <Avatar src={get_avatar} className="size-11" />
          {isLinked ? (
            <Link
              to={`/profile/${id}`}
              className="inline-block min-h-6 font-semibold wrap-anywhere text-ink no-underline hover:text-leaf hover:underline"
            >
              {name}
            </Link>
          ) : (
            <span className="font-semibold wrap-anywhere">{name}</span>
          )}
        </Row>
      ))}
    </List>
  )
}

function List({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ul className="mt-2 grid">{children}</ul>
    </section>
  )
}

interface RowProps {
  name: string
  label: string
  silence: Silence
  children: React.ReactNode
}

function Row({ name, label, silence: what, children }: RowProps) {
  const { silence, busy } = useSilence()
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-2 last:border-b-0">
      <span className="flex min-w-0 items-center gap-3">{children}</span>
      <Button
        variant="secondary"

        busy={busy}
        aria-label={`${label}: ${name}`}
        onClick={() => silence(what)}
      >
        {label}
      </Button>
    </li>
  )
}
