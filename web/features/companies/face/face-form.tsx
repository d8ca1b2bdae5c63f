import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { companyPhotosMax, editTeamForm, type OwnTeam } from '#contract/companies.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { createPhotoStore } from '#web/ui/photos/photo-store.ts'
import { scaleDown } from '#web/ui/photos/scale-down.ts'
import { photoSender } from '#web/ui/photos/send-photo.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { myTeamQuery } from '../api.ts'
import { changeOfSingle, changesOfPhotos, storedPhoto } from './face-changes.ts'
import { PictureField } from './picture-field.tsx'

interface FaceFormProps {
  team: OwnTeam
  refreshAccess: () => Promise<boolean>
}

const faceForm = editTeamForm.pick({ slug: true, hours: true, delivery_area: true })

/** What a nursery looks like on its page: address, logo, cover, photos, hours. */
export function FaceForm({ team, refreshAccess }: FaceFormProps) {
  const { api, publicUrl } = useApp()
  const queries = useQueryClient()
  const [stores] = useState(() => {
    const storeOf = (max: number, initial: ReturnType<typeof storedPhoto>[]) =>
      createPhotoStore({ send: photoSender(refreshAccess), prepare: scaleDown, initial, max })
    return {
      logo: storeOf(1, team.logo ? [storedPhoto(0, team.logo)] : []),
      cover: storeOf(1, team.cover ? [storedPhoto(0, team.cover)] : []),
      photos: storeOf(
        companyPhotosMax,
        team.photos.map(({ id, get_thumbnail }) => storedPhoto(id, get_thumbnail)),
      ),
    }
  })
  const [pictureErrors, setPictureErrors] = useState<Partial<Record<keyof typeof stores, string>>>({})
  const { field, submit, messages, busy } = useContractForm({
    schema: faceForm,
    defaults: { slug: team.slug || team.proposed_slug, hours: team.hours, delivery_area: team.delivery_area },
    onSubmit: async texts => {
      const [logo, cover, photos] = await Promise.all([
        stores.logo.settled(),
        stores.cover.settled(),
        stores.photos.settled(),
      ])
      const failed = Object.entries({ logo, cover, photos }).filter(([, list]) =>
        list.some(({ state }) => state === 'failed'),
      )
      setPictureErrors(
        Object.fromEntries(failed.map(([name]) => [name, 'Не загрузилось: повторите или уберите, потом сохраните'])),
      )
      if (failed.length > 0) return
      const body = {
        ...texts,
        logo: changeOfSingle(team.logo, logo),
        cover: changeOfSingle(team.cover, cover),
        ...changesOfPhotos(team.photos, photos),
      }
      await api.call('PATCH /teams/:id/', { params: { id: String(team.id) }, body })
      await Promise.all([
        queries.invalidateQueries({ queryKey: myTeamQuery(api).queryKey }),
        queries.invalidateQueries({ queryKey: ['companies'] }),
      ])
      showToast({ message: 'Страница питомника сохранена' })
    },
  })

  return (
    <form noValidate aria-label="Лицо питомника" onSubmit={event => void submit(event)} className="grid gap-6">
      <FormErrors messages={messages} />
      <TextField
        label="Адрес страницы"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        hint={`${publicUrl.replace(/^https?:\/\//, '')}/c/… Латинские буквы, цифры и дефисы. Прежние адреса ведут сюда же`}
        {...field('slug')}
      />
      <PictureField
        label="Логотип"
        hint="Стоит у названия и на документах. Лучше квадратный"
        word="логотип"
        store={stores.logo}
        max={1}
        ratio="aspect-square"
        error={pictureErrors.logo}
      />
      <PictureField
        label="Обложка"
        hint="Широкий снимок над названием: поле, теплица, школа крупномеров"
        word="обложку"
        store={stores.cover}
        max={1}
        ratio="aspect-[16/5]"
        error={pictureErrors.cover}
      />
      <PictureField
        label="Снимки питомника"
        hint={`Как у вас: до ${companyPhotosMax} снимков`}
        word="снимок"
        store={stores.photos}
        max={companyPhotosMax}
        ratio="aspect-4/3"
        error={pictureErrors.photos}
      />
      <TextField
        label="Часы работы"
        autoComplete="off"
        placeholder="Например, пн–сб 9–18, вс по звонку"
        {...field('hours')}
      />
      <TextField
        label="Куда доставляете"
        autoComplete="off"
        placeholder="Например, Москва и область, соседние области"
        {...field('delivery_area')}
      />
      <div>
        <Button type="submit" busy={busy} className="max-sm:w-full">
          Сохранить страницу
        </Button>
      </div>
    </form>
  )
}
