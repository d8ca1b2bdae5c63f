import { useState } from 'react'
import { employeeForm } from '#contract/accounts.ts'
import { limits } from '#contract/common.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { ApiError, refusalOf } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '../../ui/button.tsx'
import { FormErrors } from '../../ui/form-errors.tsx'
import { useContractForm } from '../../ui/form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.ts'

interface NewMemberFormProps {
  onAdded: () => Promise<void>
}

/** Creates a colleague's account and adds it to the company; an existing account is only added. */
export function NewMemberForm({ onAdded }: NewMemberFormProps) {
  const { api } = useApp()
  /** E-mail of the account created by this form; adding it to the company is still to do. */
  const [signedUp, setSignedUp] = useState('')
  /** An e-mail that already has an account. */
  const [taken, setTaken] = useState('')
  const [joinError, setJoinError] = useState('')
  const [isJoining, setJoining] = useState(false)

  async function join(email: string, message: string): Promise<void> {
    setJoining(true)
    try {
      await api.call('POST /teams/add_member/', { body: { email } })
      showToast({ message })
      await onAdded()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setJoinError(refusalOf(error, 'email'))
    } finally {
      setJoining(false)
    }
  }

  const { field, submit, messages, busy } = useContractForm({
    schema: employeeForm,
    defaults: { name: '', email: '', password1: '', password2: '' },
    onSubmit: async body => {
      setJoinError('')
      setTaken('')
      if (body.email !== signedUp) {
        const { message } = await api.call('POST /signup/', { body })
        if (message !== 'success') {
          const fields = JSON.parse(message) as FieldErrors
          if (fields.email?.some(error => error.code === 'unique')) setTaken(body.email)
          const detail = 'Что-то пошло не так. Попробуйте снова.'
          showToast({ message: detail, tone: 'danger' })
          throw new ApiError(400, { code: 'INVALID_INPUT', detail, fields })
        }
        setSignedUp(body.email)
      }
      await join(body.email, 'Сотрудник зарегистрирован. Учётную запись нужно подтвердить по ссылке в email.')
    },
  })

  return (
    <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-5 *:empty:-mb-5">
      <FormErrors messages={joinError ? [joinError, ...messages] : messages} />
      {joinError && signedUp && (
        <p>Учётная запись {signedUp} уже создана, осталось добавить её в компанию. Кнопка «Готово» повторит это.</p>
      )}
      {taken && (
        <div className="rounded-lg bg-leaf-soft p-4">
          <p>
            Человек с адресом <strong className="wrap-anywhere">{taken}</strong> уже зарегистрирован. Пароль ему не
            нужен: его можно сразу добавить в компанию.
          </p>
          <Button className="mt-3" busy={isJoining} onClick={() => void join(taken, 'Сотрудник добавлен в компанию')}>
            Добавить в компанию
          </Button>
        </div>
      )}
      <TextField label="Полное имя" required autoComplete="off" {...field('name')} />
      <TextField
        label="Email"
        required
        type="email"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="off"
        hint="На него придёт письмо со ссылкой, которой сотрудник подтвердит регистрацию"
        {...field('email')}
      />
      <PasswordField
        label="Пароль"
        required
        autoComplete="new-password"
        hint={`От ${limits.passwordMin} знаков и не из одних цифр`}
        {...field('password1')}
      />
      <TextField
        label="Повторите пароль"
        required
        type="password"
        autoComplete="new-password"
        {...field('password2')}
      />
      <div>
        <Button type="submit" busy={busy} className="max-sm:w-full sm:min-w-40">
          Готово
        </Button>
      </div>
    </form>
  )
}
