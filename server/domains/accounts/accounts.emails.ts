import type { Email } from '#server/platform/mail/mail.ts'
import { deviceLabel } from './sign-in/sessions.service.ts'

interface Content {
  to: string
  subject: string
  /** Paragraphs before the link and after it. */
  before: string[]
  button?: { label: string; link: string }
  after: string[]
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const sans = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`

function buttonHtml({ label, link }: NonNullable<Content['button']>): string {
  const address = escaped(link)
  return [
    '<p style="margin:8px 0 20px">',
    `<a href="${address}" style="display:inline-block;padding:14px 24px;border-radius:5px;`,
    `background:#1f5b3b;color:#fbf8ee;font-weight:600;text-decoration:none">${escaped(label)}</a></p>`,
    '<p style="margin:0 0 16px;font-size:14px;color:#566055">Если кнопка не открывается, скопируйте адрес:<br>',
    `<a href="${address}" style="color:#1f5b3b;word-break:break-all">${address}</a></p>`,
  ].join('\n')
}

/** One column that fits a phone; the same words as the text. */
function htmlOf({ subject, before, button, after }: Content): string {
  return `<!DOCTYPE html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:24px 16px;background:#f6f3ea;color:#1d2820;${sans};font-size:16px;line-height:1.55">
<div style="max-width:480px;margin:0 auto">
<p style="margin:0 0 20px;font-family:Georgia,'Times New Roman',serif;font-size:22px;color:#1f5b3b">Дендро</p>
<div style="padding:24px 20px 8px;background:#fefcf7;border:1px solid #dad4c3;border-radius:8px">
<h1 style="margin:0 0 16px;font-family:Georgia,'Times New Roman',serif;font-size:22px;line-height:1.3;font-weight:500">
${escaped(subject)}</h1>
${before.map(text => paragraph(escaped(text))).join('\n')}
${button ? buttonHtml(button) : ''}
${after.map(text => paragraph(escaped(text))).join('\n')}
</div>
<p style="margin:16px 4px 0;font-size:14px;color:#566055">Дендро: растения для ландшафтного дизайна</p>
</div>
</body>
</html>
`
}

/** The link stands on a line of its own. */
function textOf({ before, button, after }: Content): string {
  const link = button ? [`${button.label}:\n${button.link}`] : []
  return `${[...before, ...link, ...after, 'Дендро: растения для ландшафтного дизайна'].join('\n\n')}\n`
}

/** An email of this content, as text and as HTML. */
export function compose(content: Content): Email {
  const { to, subject, button } = content
  return {
    to,
    subject,
    text: textOf(content),
    html: htmlOf(content),
    ...(button ? { link: button.link } : {}),
  }
}

const dates = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Moscow' })
/** Days for which a change of the e-mail can be taken back. */
export const undoDays = 7
const addressChanged = 'Адрес в «Дендро» изменён'

const confirmationLink = (publicUrl: string, key: string) => `${publicUrl}/activateemail/?token=${key}`

/*
 * What somebody has typed (a name, say) stays out of emails to addresses that nobody has shown to be theirs: they
 * would carry anybody's words to anybody.
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

/** `email`: what the person signs in with, which need not be the address that the email goes to. */
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

/** `device` and `address` are `""` when nobody knows. */
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
