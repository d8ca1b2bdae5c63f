import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'

/** The button that stops emails of a saved search; the link is enough, no sign-in is needed. */
export function Unsubscribe({ token }: { token: string }) {
  const { api } = useApp()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api.call('POST /saved-searches/unsubscribe/:token/', { params: { token: token || '-' } }),
  })
  if (isSuccess) {
    return (
      <div role="status">
        <p className="mb-4">Готово: об этом больше не сообщим. Сам поиск остался сохранённым.</p>
        <ButtonLink to="/saved-searches" variant="secondary">
          Сохранённые поиски
        </ButtonLink>
      </div>
    )
  }
  const isWrong = error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT')
  const message = isWrong
    ? 'Ссылка скопирована не целиком. Откройте её прямо из письма или скопируйте ещё раз, до последнего знака.'
    : error?.message
  return (
    <div className="grid gap-4">
      <FormErrors messages={message ? [message] : []} />
      <div className="flex flex-wrap gap-3">
        {isWrong ? (
          // The link will never work; who signs in can end everything there.
          <ButtonLink to="/saved-searches">Сохранённые поиски</ButtonLink>
        ) : (
          <Button busy={isPending} onClick={() => mutate()} className="needs-script">
            Больше не сообщать
          </Button>
        )}
        <ButtonLink to="/" variant="secondary">
          {isWrong ? 'На главную' : 'Оставить как есть'}
        </ButtonLink>
      </div>
      <p className="hidden text-danger noscript:block">Чтобы отписаться, включите в браузере JavaScript.</p>
    </div>
  )
}
