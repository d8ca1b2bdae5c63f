import { useMutation } from '@tanstack/react-query'
import type { accountCalls } from '#contract/accounts.ts'
import type { Answer } from '#contract/call.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'

export type TakenBack = Answer<(typeof accountCalls)['POST /email-change/undo/']>

interface UndoEmailChangeProps {
  /** From the link in the email. */
  token: string
  onDone: (takenBack: TakenBack) => void
}

/** Errors after which a link can never work, so there is no button. */
const final = new Set(['NOT_FOUND', 'GONE', 'CONFLICT', 'INVALID_INPUT'])

/** The button that reverts a changed e-mail, and the server's error when it cannot. */
export function UndoEmailChange({ token, onDone }: UndoEmailChangeProps) {
  const { api } = useApp()
  const undo = useMutation({
    mutationFn: () => api.call('POST /email-change/undo/', { body: { token } }),
    onSuccess: onDone,
  })
  const refusal = undo.error instanceof ApiError ? undo.error : null
  // A truncated link may not even be valid.
  const isWrong = token === '' || refusal?.code === 'INVALID_INPUT'
  const message = isWrong
    ? 'Ссылка скопирована не целиком. Откройте её прямо из письма или скопируйте ещё раз, до последнего знака.'
    : refusal?.message
  const isOver = isWrong || (refusal !== null && final.has(refusal.code))
  return (
    <div className="grid gap-4">
      <FormErrors messages={message ? [message] : []} />
      <div className="flex flex-wrap gap-3">
        {!isOver && (
          <Button busy={undo.isPending} onClick={() => undo.mutate()} className="needs-script">
            Вернуть адрес
          </Button>
        )}
        {isOver && <ButtonLink to="/password-reset">Забыли пароль?</ButtonLink>}
        <ButtonLink to={refusal?.code === 'CONFLICT' ? '/contact' : '/'} variant="secondary">
          {refusal?.code === 'CONFLICT' ? 'Написать нам' : isOver ? 'На главную' : 'Оставить как есть'}
        </ButtonLink>
      </div>
      <p className="hidden text-danger noscript:block">Чтобы вернуть адрес, включите в браузере JavaScript.</p>
    </div>
  )
}
