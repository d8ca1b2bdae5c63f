import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { User } from '#contract/accounts.ts'
import { writeMention } from '#contract/mentions.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { suggestedPeopleQuery } from './api.ts'
import { peopleToMention } from './people-to-mention.ts'
import { typedMention } from './typed-mention.ts'

interface MentionListProps {
  /** The text so far. */
  text: string
  /** Those who take part in the conversation: they are the likeliest, also where many have such a name. */
  present?: readonly User[]
  /** Gets the text with the chosen person in place of the «@…» at its end. */
  onChoose: (text: string) => void
}

/** People whom the «@…» at the end of a text may mean, to choose from. */
export function MentionList({ text, present = [], onChoose }: MentionListProps) {
  const { api } = useApp()
  const { user } = useSession()
  const typed = useDeferredValue(typedMention(text))
  const { data: suggested = [] } = useQuery({ ...suggestedPeopleQuery(api, typed ?? ''), enabled: typed !== null })
  if (typed === null) return null
  const people = peopleToMention(
    typed,
    present.filter(({ id }) => id !== user.id),
    suggested,
  )
  if (people.length === 0) return null
  return (
    <ul aria-label="Кого упомянуть" className="flex flex-wrap gap-2">
      {people.map(({ id, name, get_avatar }) => (
        <li key={id} className="min-w-0">
          <button
            type="button"
            onClick={() => onChoose(`${text.slice(0, text.length - typed.length - 1)}${writeMention({ id, name })} `)}
            className="flex min-h-11 max-w-full items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-sm hover:bg-leaf-soft hover:text-leaf"
          >
            <Avatar src={get_avatar} className="size-7" />
            <span className="min-w-0 truncate">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
