import { compose } from '#server/platform/mail/compose-email.ts'
import type { Email } from '#server/platform/mail/mail.ts'

export function secondFactorOnEmail(to: string, publicUrl: string): Email {
  return compose({
    to,
    subject: 'Второй шаг входа в «Дендро» включён',
    before: [
      'Здравствуйте! Теперь при входе в вашу учётную запись нужен не только пароль, но и код из приложения. На других устройствах нужно войти заново.',
      'Если второй шаг включили не вы, кто-то знает ваш пароль: сразу выключите этот шаг или напишите нам.',
    ],
    button: { label: 'Открыть профиль', link: `${publicUrl}/profile/edit` },
    after: ['Если это сделали вы, ничего делать не нужно. Коды восстановления храните отдельно от телефона.'],
  })
}

export function secondFactorOffEmail(to: string, publicUrl: string): Email {
  return compose({
    to,
    subject: 'Второй шаг входа в «Дендро» выключен',
    before: [
      'Здравствуйте! Чтобы войти в вашу учётную запись, снова достаточно пароля.',
      'Если второй шаг выключили не вы, сразу смените пароль и включите этот шаг заново.',
    ],
    button: { label: 'Сменить пароль', link: `${publicUrl}/profile/edit/password` },
    after: ['Если это сделали вы, ничего делать не нужно.'],
  })
}

/** `left`: the person's remaining recovery codes. */
export function recoveryCodeUsedEmail(to: string, left: number, publicUrl: string): Email {
  return compose({
    to,
    subject: 'Код восстановления «Дендро» использован',
    before: [
      'Здравствуйте! Вместо кода из приложения в вашей учётной записи указали код восстановления. Второй раз он не подойдёт.',
      `Осталось кодов: ${left}. Новые можно получить в профиле.`,
      'Если это были не вы, кто-то знает ваш пароль и ваши коды: смените пароль и получите новые коды.',
    ],
    button: { label: 'Открыть профиль', link: `${publicUrl}/profile/edit` },
    after: [`Если войти не получается, задайте новый пароль: ${publicUrl}/password-reset`],
  })
}
