import { z } from 'zod'
import { givenPassword } from './accounts.ts'
import { call } from './call.ts'
import { formText } from './common.ts'

/** Number of recovery codes issued at a time. */
export const recoveryCodeCount = 10

/** The second step of signing in. `is_needed`: the admin is closed to this session, which was signed in without it. */
export const secondFactor = z
  .object({
    is_on: z.boolean(),
    turned_on_at: z.string().nullable(),
    recovery_codes_left: z.int(),
    is_needed: z.boolean(),
  })
  .meta({ id: 'SecondFactor' })
export type SecondFactor = z.output<typeof secondFactor>

/** A code of the app, or a recovery code. */
export const givenCode = formText(64).pipe(z.string().min(1, 'Не заполнен код'))

export const beginForm = z.object({ password: givenPassword('Не заполнен пароль') })
export const codeForm = z.object({ code: givenCode })
export const passwordAndCodeForm = z.object({ ...beginForm.shape, ...codeForm.shape })

const codes = z.object({ recovery_codes: z.array(z.string()) })

export const secondFactorCalls = {
  'GET /second-factor/': call({
    access: 'member',
    summary: 'Включён ли второй шаг входа и сколько осталось кодов восстановления',
    answer: secondFactor,
  }),
  'POST /second-factor/': call({
    access: 'member',
    summary: 'Начать настройку второго шага: секрет для приложения; действует час, до подтверждения кодом',
    body: beginForm,
    answer: z.object({ secret: z.string(), uri: z.string() }),
  }),
  'POST /second-factor/confirm/': call({
    access: 'member',
    summary: 'Включить второй шаг кодом из приложения; остальные сеансы завершаются. Коды показываются один раз',
    body: codeForm,
    answer: codes,
  }),
  'POST /second-factor/recovery-codes/': call({
    access: 'member',
    summary: 'Новые коды восстановления вместо прежних',
    body: passwordAndCodeForm,
    answer: codes,
  }),
  'POST /second-factor/remove/': call({
    access: 'member',
    summary: 'Выключить второй шаг входа',
    body: passwordAndCodeForm,
    answer: z.object({ message: z.literal('success') }),
  }),
}
