import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { editProfileForm, type Me } from '#contract/accounts.ts'
import { pictureLimits, pictureTypes } from '#contract/media.ts'
import { ApiError, refusalOf } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { saveUser } from '#web/lib/session.ts'
import { useContractForm } from '#web/ui/form.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AccountForm } from './account-form.tsx'
import { meQuery } from './api.ts'
import { AvatarField } from './avatar-field.tsx'

const known: readonly string[] = pictureTypes

/** The file field's value; the server checks whether it really is a picture. */
const chosenPicture = z
  .custom<FileList | undefined>()
  .transform(list => list?.[0])
  // A file of unknown type may still be a picture.
  .refine(file => !file?.type || known.includes(file.type), 'Это не фото: подойдут JPEG, PNG, WebP, AVIF и GIF')
  .refine(file => !file || file.size <= pictureLimits.bytes, 'Фото больше 10 МБ: выберите поменьше или сожмите его')

const profileForm = editProfileForm.extend({ avatar: chosenPicture })

/** Replaces the call's English message for an e-mail that is already used. */
const taken = 'Этот email уже занят'

const failed = (message: string) =>
  showToast({ message: `${message.replace(/\.$/, '')}. Попробуйте ещё раз`, tone: 'danger' })

export function ProfileForm({ me }: { me: Me }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const [unconfirmed, setUnconfirmed] = useState('')
  const { form, field, submit, showErrors, busy } = useContractForm({
    schema: profileForm,
    defaults: { name: me.name, email: me.email, avatar: undefined },
    onSubmit: async ({ name, email, avatar }) => {
      const body = new FormData()
      body.set('name', name)
      body.set('email', email)
      if (avatar) body.set('avatar', avatar)
      try {
        const { user } = await api.call('POST /editprofile/', { body })
        if (!user) {
          showErrors({ email: [{ message: taken, code: 'unique' }] })
          return failed(taken)
        }
        const saved = { id: user.id, name: user.name, email: user.email, avatar: user.get_avatar }
        saveUser(saved)
        setUnconfirmed(saved.email === me.email ? '' : saved.email)
        queries.setQueryData(meQuery(api).queryKey, { ...me, ...saved })
        form.reset({ name: saved.name, email: saved.email, avatar: undefined })
        showToast({ message: 'Информация сохранена' })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (Object.keys(error.fields).length > 0) showErrors(error.fields)
        failed(refusalOf(error))
      }
    },
  })
  const { onChange, ...avatar } = field('avatar')
  const chosen = form.watch('avatar')?.[0]
  return (
    <AccountForm label="Мой профиль" onSubmit={submit} busy={busy} button="Сохранить">
      <AvatarField
        {...avatar}
        onChange={event => void onChange(event).then(() => form.trigger('avatar'))}
        current={me.avatar}
        chosen={avatar.error ? undefined : chosen}
      />
      <TextField {...field('name')} label="Имя" autoComplete="name" required />
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="С ним вы входите. На новый адрес придёт письмо: подтвердите его по ссылке."
        required
      />
      {unconfirmed && (
        <output className="rounded-lg bg-success-soft px-4 py-3 text-success">
          Письмо для подтверждения отправлено на <b className="break-all">{unconfirmed}</b>. Откройте ссылку из него.
        </output>
      )}
    </AccountForm>
  )
}
