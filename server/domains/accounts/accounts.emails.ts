import { compose } from '#server/platform/mail/compose-email.ts'
import type { Email } from '#server/platform/mail/mail.ts'
import { deviceLabel } from './sign-in/sessions.service.ts'

const dates = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Moscow' })
/** Days for which a change of the e-mail can be taken back. */
export const undoDays = 7
const addressChanged = 'Адрес в «Дендро» изменён'

const confirmationLink = (publicUrl: string, key: string) => `${publicUrl}/activateemail/?token=${key}`

/*
 * Emails to unconfirmed addresses contain no user input (such as a name): otherwise anybody could send their own text
 * to anybody.
 */

export function signUpEmail(to: string, publicUrl: string, key: string): Email {
  return compose({
    to,
    subject: 'Подтвердите регистрацию в «Дендро»',
    before: [
      'Здравствуйте! С этим адресом зарегистрировались в «Дендро». Откройте ссылку, чтобы подтвердить регистрацию и войти.',
    ],
    button: { label: 'Подтвердить регистрацию', link: confirmationLink(publicUrl, key) },
    after: [
      'Ссылка действует трое суток.',
      'Если регистрировались не вы, ничего не открывайте: без подтверждения учётная запись не заработает.',
    ],
  })
}

/** `email`: the e-mail for signing in, which may differ from the recipient's address. */
export function newPasswordEmail(to: string, email: string, publicUrl: string, key: string): Email {
  const isChanged = to.toLowerCase() !== email.toLowerCase()
  return compose({
    to,
    subject: 'Новый пароль в «Дендро»',
    before: ['Здравствуйте! Кто-то попросил сменить пароль учётной записи с этим адресом.'],
    button: { label: 'Задать новый пароль', link: `${publicUrl}/password-reset/confirm?token=${key}` },
    after: [
      'Ссылка действует один час и только один раз.',
      ...(isChanged
        ? [
            `Сейчас в профиле указан другой адрес, ${email}: он не подтверждён, но входить нужно с ним. Если его указали не вы, верните прежний по ссылке из письма «${addressChanged}».`,
          ]
        : []),
      'Если это были не вы, ничего не делайте: прежний пароль остаётся в силе.',
    ],
  })
}

export function newAddressEmail(to: string, publicUrl: string, key: string): Email {
  return compose({
    to,
    subject: 'Подтвердите новый адрес в «Дендро»',
    before: ['Здравствуйте! Этот адрес указали в профиле «Дендро». Откройте ссылку, чтобы подтвердить, что он ваш.'],
    button: { label: 'Подтвердить адрес', link: confirmationLink(publicUrl, key) },
    after: ['Ссылка действует трое суток.', 'Если адрес указали не вы, ничего не открывайте.'],
  })
}

export function addressChangedEmail(to: string, newEmail: string, publicUrl: string, key: string): Email {
  return compose({
    to,
    subject: addressChanged,
    before: [
      `Здравствуйте! В вашем профиле «Дендро» вместо этого адреса теперь указан ${newEmail}. Входить нужно с новым адресом.`,
      'Если адрес изменили не вы, верните прежний: на всех устройствах придётся войти заново.',
    ],
    button: { label: 'Вернуть прежний адрес', link: `${publicUrl}/email-change/undo?token=${key}` },
    after: [
      `Ссылка действует ${undoDays} дней и только один раз. Пока вы не нажмёте кнопку на открытой странице, ничего не изменится.`,
      'Если адрес изменили вы, ничего делать не нужно.',
    ],
  })
}

/** `device` and `address` are `""` when unknown. */
export function newDeviceEmail(
  to: string,
  { device, address, at }: { device: string; address: string; at: Date },
  publicUrl: string,
): Email {
  return compose({
    to,
    subject: 'Новый вход в «Дендро»',
    before: [
      'Здравствуйте! В вашу учётную запись вошли с устройства, с которого раньше не входили.',
      `Устройство: ${deviceLabel(device)}. Сетевой адрес: ${address || 'неизвестен'}. Время: ${dates.format(at)} по Москве.`,
      'Если это вы, ничего делать не нужно. Если нет, завершите этот сеанс в своём профиле и смените пароль.',
    ],
    button: { label: 'Посмотреть сеансы', link: `${publicUrl}/profile/edit` },
    after: [`Если войти не получается, задайте новый пароль: ${publicUrl}/password-reset`],
  })
}

export function passwordChangedEmail(to: string, publicUrl: string): Email {
  return compose({
    to,
    subject: 'Пароль в «Дендро» изменён',
    before: [
      'Здравствуйте! Пароль вашей учётной записи изменён. На других устройствах нужно войти заново, с новым паролем.',
      'Если пароль изменили не вы, задайте другой: ссылка для этого придёт на этот адрес.',
    ],
    button: { label: 'Это был не я', link: `${publicUrl}/password-reset` },
    after: ['Если пароль изменили вы, ничего делать не нужно.'],
  })
}
