import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted, sizes } from '#web/lib/plural.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'

/** The button that confirms all offers of a company, for whoever holds the link of an email. */
export function ConfirmOffers({ token }: { token: string }) {
  const { api } = useApp()
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => api.call('POST /variants/confirm/:token/', { params: { token: token || '-' } }),
  })
  if (data) {
    return (
      <div role="status">
        <p className="mb-4">Спасибо, подтверждено: {counted(data.confirmed, sizes)}.</p>
        <ButtonLink to="/products/my_products" variant="secondary">
          Мои растения
        </ButtonLink>
      </div>
    )
  }
  const isWrong = error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT')
  const message = isWrong
    ? 'Ссылка не действует: она устарела или скопирована не целиком. Подтвердить цены можно и на странице «Мои растения».'
    : error?.message
  return (
    <div className="grid gap-4">
      <FormErrors messages={message ? [message] : []} />
      <div className="flex flex-wrap gap-3">
        <Button busy={isPending} onClick={() => mutate()} className="needs-script max-sm:w-full">
          Всё в силе
        </Button>
        <ButtonLink to="/products/my_products" variant="secondary" className="max-sm:w-full">
          Кое-что изменилось
        </ButtonLink>
      </div>
      <p className="hidden text-danger noscript:block">Чтобы подтвердить, включите в браузере JavaScript.</p>
    </div>
  )
}
