import { useState } from 'react'
import { AccountPage } from '#web/features/accounts/account-page.tsx'
import { EmailSent } from '#web/features/accounts/email-sent.tsx'
import { PasswordResetForm } from '#web/features/accounts/password-reset-form.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

export function Component() {
  const [sentTo, setSentTo] = useState('')
  if (sentTo)
    return (
      <AccountPage key="sent" title="Загляните в почту" isNews>
        <PageMeta title={screenTitle('Новый пароль')} />
        <EmailSent
          email={sentTo}
          actions={
            <>
              <ButtonLink to="/login">Войти</ButtonLink>
              <Button variant="secondary" onClick={() => setSentTo('')}>
                Ввести другой адрес
              </Button>
            </>
          }
        >
          Если с этим адресом есть учётная запись, на него уже идёт письмо со ссылкой. Она действует час: откройте её и
          придумайте новый пароль. Если адрес в профиле сменили и новый ещё не подтвердили, письмо придёт на прежний.
        </EmailSent>
      </AccountPage>
    )
  return (
    <AccountPage
      key="form"
      title="Забыли пароль?"
      intro={<p>Введите email, с которым регистрировались. Пришлём ссылку, по которой можно задать новый пароль.</p>}
    >
      <PageMeta title={screenTitle('Новый пароль')} />
      <PasswordResetForm onDone={setSentTo} />
      <p className="mt-4 text-center">
        <ButtonLink to="/login" variant="quiet">
          Вспомнили? Войти
        </ButtonLink>
      </p>
    </AccountPage>
  )
}
