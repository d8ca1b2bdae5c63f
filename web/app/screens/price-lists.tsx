import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PriceList } from '#contract/price-lists.ts'
import { myTeamQuery } from '#web/features/companies/api.ts'
import { listQuery, listSender, listsKey } from '#web/features/price-lists/api.ts'
import { DropZone } from '#web/features/price-lists/drop-zone.tsx'
import { ListHistory } from '#web/features/price-lists/list-history.tsx'
import { PasteList } from '#web/features/price-lists/paste-list.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { DownloadButton } from '#web/ui/download-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ImagePlus } from '#web/ui/icons.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { memberFetch, refreshAccess } from '../member-fetch.ts'

export function Component() {
  const { api } = useApp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const team = useQuery(myTeamQuery(api))
  const [send] = useState(() => listSender(refreshAccess))
  function openSent(list: PriceList) {
    queries.setQueryData(listQuery(api, list.id).queryKey, list)
    void queries.invalidateQueries({ queryKey: [...listsKey, 'all'] })
    void navigate(`/price-list/${list.id}`)
  }
  return (
    <div className="mx-auto max-w-5xl px-4 pt-6 sm:px-6">
      <PageMeta title={screenTitle('Прайс-лист')} />
      <Breadcrumbs crumbs={[{ name: 'Мои растения', to: '/products/my_products' }, { name: 'Прайс-лист' }]} />
      <h1 className="mt-1 mb-2 text-3xl">Прайс-лист</h1>
      {team.data === undefined ? (
        <Pending queries={[team]}>
          <Skeleton className="mb-8 h-56" />
          <Skeleton className="h-64" />
        </Pending>
      ) : team.data === null ? (
        <EmptyState
          title="Сначала расскажите о компании"
          action={<ButtonLink to="/teams/add-team">Создать компанию</ButtonLink>}
        >
          Прайс-лист становится каталогом компании: с ценами, наличием и страницей для покупателей. Создайте её за
          минуту или попросите руководителя добавить вас сотрудником.
        </EmptyState>
      ) : (
        <>
          <p className="mb-5 max-w-prose text-muted">
            Загрузите файл, и ваши растения появятся в каталоге. Изменились цены — загрузите снова: покажем, что станет
            другим.
          </p>
          <DropZone send={send} onSent={openSent} />
          <PasteList onSent={openSent} />
          <div className="mt-3 mb-10 -ml-3 flex flex-wrap gap-x-2">
            <DownloadButton
              fetch={memberFetch}
              path="/price-lists/template.xlsx"
              name="Шаблон прайс-листа.xlsx"
              label="Пустой шаблон"
            />
            <DownloadButton
              fetch={memberFetch}
              path="/price-lists/current.xlsx"
              name="Наш прайс-лист.xlsx"
              label="Наш каталог, Excel"
            />
            <DownloadButton
              fetch={memberFetch}
              path="/price-lists/current.csv"
              name="Наш прайс-лист.csv"
              label="Наш каталог, CSV"
            />
            <ButtonLink to="/products/my_products/photos" variant="quiet">
              <ImagePlus size={18} />
              Фотографии растений
            </ButtonLink>
          </div>
          <ListHistory fetch={memberFetch} />
        </>
      )}
    </div>
  )
}
