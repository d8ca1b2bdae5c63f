import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Route, Routes, useSearchParams } from 'react-router'
import { AdminTabs } from '#web/features/moderation/admin-tabs.tsx'
import { companiesQuery, peopleQuery } from '#web/features/moderation/people/api.ts'
import { CompanyList } from '#web/features/moderation/people/company-list.tsx'
import { PeopleList } from '#web/features/moderation/people/people-list.tsx'
import { readStaffSearch, staffHref } from '#web/features/moderation/people/people-search.ts'
import { SearchBox } from '#web/features/moderation/people/search-box.tsx'
import { SelectionSelect } from '#web/features/moderation/people/selection-select.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paged } from '#web/ui/paged.tsx'

const tabs = [
  { to: '/staff/people', name: 'Люди' },
  { to: '/staff/people/companies', name: 'Компании' },
]

export function Component() {
  return (
    <>
      <h1 className="mb-4 text-3xl">Люди и компании</h1>
      <AdminTabs label="Кто" tabs={tabs} />
      <Routes>
        <Route index element={<People />} />
        <Route path="companies" element={<Companies />} />
      </Routes>
    </>
  )
}

const nobody = <EmptyState title="Никого не нашлось">Проверьте, нет ли опечатки, или ищите по части слова.</EmptyState>

function People() {
  const { api } = useApp()
  const search = readStaffSearch(useSearchParams()[0])
  const people = useQuery({ ...peopleQuery(api, search), placeholderData: keepPreviousData })
  return (
    <>
      <SearchBox label="Имя, e-mail, компания или её ИНН" search={search.search} blocked={search.blocked} />
      <Paged query={people} page={search.page} href={page => staffHref({ ...search, page })} empty={nobody}>
        {found => <PeopleList people={found} />}
      </Paged>
    </>
  )
}

function Companies() {
  const { api } = useApp()
  const search = readStaffSearch(useSearchParams()[0])
  const companies = useQuery({ ...companiesQuery(api, search), placeholderData: keepPreviousData })
  return (
    <>
      <SearchBox label="Название, ИНН, имя или e-mail создателя" search={search.search} blocked={search.blocked}>
        <SelectionSelect only={search.only} />
      </SearchBox>
      <Paged query={companies} page={search.page} href={page => staffHref({ ...search, page })} empty={nobody}>
        {found => <CompanyList companies={found} />}
      </Paged>
    </>
  )
}
