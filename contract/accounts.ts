import { z } from 'zod'
import { call } from './call.ts'
import { emailText, formText, limits, plainText, requiredText } from './common.ts'
import { teamRef } from './companies.ts'

/**
 * A person without the company. `email` is `""` except to the person, their friends and their colleagues; `get_avatar`
 * is never empty: a drawn one is the default.
 */
export const profile = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    friends_count: z.int(),
    posts_count: z.int(),
    get_avatar: z.string(),
  })
  .meta({ id: 'Profile' })
export type Profile = z.output<typeof profile>

/** A person as others see them, with their company: `null` without one and while it is blocked by a moderator. */
export const user = z.object({ ...profile.shape, team: teamRef.nullable() }).meta({ id: 'User' })
export type User = z.output<typeof user>

export const me = z
  .object({ id: z.uuid(), name: z.string(), email: z.string(), avatar: z.string(), is_staff: z.boolean() })
  .meta({ id: 'Me' })
export type Me = z.output<typeof me>

export const passwordsDiffer = 'Пароли не совпадают'

/** A new password. The server also checks that it is not a common one and not the e-mail. */
export const newPassword = (message: string) =>
  z
    .string({ error: message })
    .min(1, message)
    .min(limits.passwordMin, `Не короче ${limits.passwordMin} знаков`)
    .max(limits.passwordMax, `Не длиннее ${limits.passwordMax} знаков`)
    .pipe(plainText)
    .refine(password => !/^\d+$/.test(password), {
      message: 'Пароль не может состоять из одних цифр',
      params: { code: 'all_digits' },
    })

/** A password that is only compared with the stored hash. */
export const givenPassword = (message: string) =>
  z.string({ error: message }).min(1, message).max(limits.passwordMax, 'Такого пароля не может быть')

const differ = { path: ['password2'], params: { code: 'mismatch' } }

export const signupForm = z
  .object({
    email: emailText('Не заполнен email'),
    name: requiredText('Не заполнено имя'),
    password1: newPassword('Не заполнен пароль'),
    password2: z.string({ error: 'заполните "Повторите пароль"' }),
  })
  .refine(form => form.password1 === form.password2, {
    ...differ,
    message: 'заполните "Повторите пароль"',
    when: () => true,
  })

/** The form for an employee's account, filled in by the company's creator, has other messages (SPEC.md section 5). */
export const employeeForm = z
  .object({
    name: requiredText('Не заполнено имя'),
    email: emailText('Не заполнен email'),
    password1: newPassword('Не заполнен пароль'),
    password2: z.string({ error: passwordsDiffer }),
  })
  .refine(form => form.password1 === form.password2, { ...differ, message: passwordsDiffer, when: () => true })

export const loginForm = z.object({
  email: requiredText('Не заполнен email', limits.email),
  password: givenPassword('Не заполнен пароль'),
  /** For people with a second factor: a code of their app, or a recovery code. */
  code: formText(64).optional(),
})

export const editProfileForm = z.object({
  email: emailText('Не заполнен email'),
  name: requiredText('Не заполнено имя'),
})

const passwordPair = {
  new_password1: newPassword('Не заполнен новый пароль'),
  new_password2: z.string({ error: passwordsDiffer }),
}
const pairDiffers = {
  path: ['new_password2'],
  params: { code: 'mismatch' },
  message: passwordsDiffer,
  when: () => true,
}
const isPair = (form: { new_password1: string; new_password2: string }) => form.new_password1 === form.new_password2

export const editPasswordForm = z
  .object({ old_password: givenPassword('Не заполнен старый пароль'), ...passwordPair })
  .refine(isPair, pairDiffers)

export const passwordResetForm = z.object({ email: emailText('Не заполнен email') })

const token = z.string().min(1).max(200)
export const passwordResetConfirmForm = z.object({ token, ...passwordPair }).refine(isPair, pairDiffers)

export const deleteAccountForm = z.object({ password: givenPassword('Не заполнен пароль') })

/** `success`, or the errors by field as JSON: `{"email": [{"message": "…", "code": "unique"}]}`. */
const outcome = z.object({ message: z.string() })

/** Sign-up and change of password answer 200 even to invalid fields, so any object is accepted. */
const anyFields = z.record(z.string(), z.unknown())

export const accountCalls = {
  'POST /signup/': call({
    access: 'open',
    summary: 'Регистрация: отправляет письмо со ссылкой. Ошибки полей приходят в message как JSON',
    body: anyFields,
    answer: outcome,
  }),
  'POST /activation/': call({
    access: 'open',
    summary:
      'Подтверждение адреса ключом из письма; used: по этой ссылке уже входили; email: какой адрес подтверждён; session (по sign_in): вход того, кто только что зарегистрировался, в том же браузере',
    body: z.object({ token, sign_in: z.boolean().optional() }),
    answer: z.object({
      message: z.literal('success'),
      used: z.boolean(),
      email: z.string(),
      session: z.object({ access: z.string(), refresh: z.string() }).nullable(),
    }),
  }),
  'POST /activation/renew/': call({
    access: 'open',
    summary: 'Новое письмо вместо устаревшей ссылки; ответ один на все ключи',
    body: z.object({ token }),
    answer: z.object({ message: z.literal('success') }),
  }),
  'POST /login/': call({
    access: 'open',
    summary:
      'Вход. У кого включён второй шаг: верный пароль без кода или с неверным отвечает 401 с code SECOND_FACTOR_REQUIRED',
    body: loginForm,
    answer: z.object({ access: z.string(), refresh: z.string() }),
  }),
  'POST /refresh/': call({
    access: 'open',
    summary: 'Новый ключ доступа взамен истёкшего',
    body: z.object({ refresh: z.string().max(1000) }),
    answer: z.object({ access: z.string() }),
  }),
  'POST /logout/': call({
    access: 'open',
    summary: 'Выход: сеанс кончается сразу',
    body: z.object({ refresh: z.string().max(1000) }),
    answer: z.object({ message: z.literal('success') }),
  }),
  'POST /password-reset/': call({
    access: 'open',
    summary: 'Письмо со ссылкой для нового пароля; ответ один на все адреса',
    body: passwordResetForm,
    answer: z.object({ message: z.literal('success') }),
  }),
  'POST /password-reset/confirm/': call({
    access: 'open',
    summary: 'Новый пароль по ключу из письма: один раз, в течение часа',
    body: passwordResetConfirmForm,
    answer: z.object({ message: z.literal('success') }),
  }),
  'POST /email-change/undo/': call({
    access: 'open',
    summary:
      'Возврат прежнего адреса по ключу из письма о его смене: один раз, в течение семи дней. Завершает все сеансы; reset_token (null у заблокированных) годится для нового пароля, is_password_kept: прежний пароль ещё действует',
    body: z.object({ token }),
    answer: z.object({
      message: z.literal('success'),
      email: z.string(),
      is_password_kept: z.boolean(),
      reset_token: z.string().nullable(),
    }),
  }),
  'GET /me/': call({ access: 'member', summary: 'Кто я', answer: me }),
  'POST /editprofile/': call({
    access: 'member',
    summary: 'Имя, адрес и снимок; занятый адрес: message «email already exists», ничего не меняется',
    body: editProfileForm,
    files: { field: 'avatar', max: 1 },
    answer: z.object({ message: z.enum(['information updated', 'email already exists']), user: profile.optional() }),
  }),
  'POST /editpassword/': call({
    access: 'member',
    summary: 'Смена пароля; ошибки полей приходят в message как JSON',
    body: anyFields,
    answer: outcome,
  }),
  'POST /me/delete/': call({
    access: 'member',
    summary: 'Удаление учётной записи; компания переходит старшему сотруднику или закрывается',
    body: deleteAccountForm,
    answer: z.object({ message: z.literal('success') }),
  }),
}
