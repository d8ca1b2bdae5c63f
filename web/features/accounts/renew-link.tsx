import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'

/** Requests another email when a link has expired. */
export function RenewLink({ token }: { token: string }) {
  const { api } = useApp()
  const renew = useMutation({ mutationFn: () => api.call('POST /activation/renew/', { body: { token } }) })
  return (
    <div className="grid gap-4">
      <FormErrors messages={renew.error instanceof ApiError ? [renew.error.message] : []} />
      <output className={renew.isSuccess ? 'rounded-lg bg-success-soft px-4 py-3 text-success' : ''}>
        {renew.isSuccess && 'Письмо отправлено на тот же адрес. Если его нет, проверьте папку «Спам».'}
      </output>
      <div className="flex flex-wrap gap-3">
        {!renew.isSuccess && (
          <Button busy={renew.isPending} onClick={() => renew.mutate()} className="needs-script">
            Прислать новую ссылку
          </Button>
        )}
        <ButtonLink to="/login" variant="secondary">
          Войти
        </ButtonLink>
      </div>
    </div>
  )
}
