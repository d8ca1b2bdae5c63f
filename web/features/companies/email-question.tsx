import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '../../ui/button.tsx'
import { myTeamQuery } from './api.ts'
import { useShowEmail } from './use-show-email.ts'

/** Asks a new member whether to show their e-mail, until they answer; `onAnswered` is called afterwards. */
export function EmailQuestion({ onAnswered }: { onAnswered: () => void }) {
  const { api } = useApp()
  const { data: team } = useQuery(myTeamQuery(api))
  const { mutate, isPending, variables } = useShowEmail(team?.id ?? 0)
  const id = useId()
  if (team?.shows_email !== null) return null
  const answers = [
    { shows: true, label: 'Показывать e-mail на странице компании' },
    { shows: false, label: 'Не показывать' },
  ]
  return (
    <fieldset aria-describedby={id} className="mt-3 border-t border-line pt-3">
      <legend className="sr-only">E-mail на странице компании</legend>
      <p id={id} className="text-sm text-muted">
        Показывать ваш e-mail посетителям? Коллеги видят его в любом случае, а передумать можно на странице «Моя
        компания».
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {answers.map(({ shows, label }) => (
          <Button
            key={label}
            variant="secondary"
            className="max-sm:w-full max-sm:px-3 max-sm:py-2 max-sm:text-sm"
            busy={isPending && variables === shows}
            disabled={isPending}
            onClick={() => mutate(shows, { onSuccess: onAnswered })}
          >
            {label}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
