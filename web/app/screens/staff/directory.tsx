import { Route, Routes, useSearchParams } from 'react-router'
import { pageOf } from '#web/features/profile/page-of.ts'
import { CategoriesPanel } from '#web/features/staff/directory/categories-panel.tsx'
import { GeneraPanel } from '#web/features/staff/directory/genera-panel.tsx'
import { GenusPanel } from '#web/features/staff/directory/genus-panel.tsx'
import { LookupsPanel } from '#web/features/staff/directory/lookups-panel.tsx'
import { SpeciesPanel } from '#web/features/staff/directory/species-panel.tsx'
import { RoomTabs } from '#web/features/staff/room-tabs.tsx'

const tabs = [
  { to: '/staff/directory', name: 'Роды' },
  { to: '/staff/directory/species', name: 'Виды и сорта' },
  { to: '/staff/directory/categories', name: 'Категории' },
  { to: '/staff/directory/lookups', name: 'Списки' },
]

export function Component() {
  const [params] = useSearchParams()
  return (
    <>
      <h1 className="mb-4 text-3xl">Справочник</h1>
      <RoomTabs label="Части справочника" tabs={tabs} />
      <Routes>
        <Route index element={<GeneraPanel page={pageOf(params)} />} />
        <Route path="species" element={<SpeciesPanel page={pageOf(params)} />} />
        <Route path="genera/:id" element={<GenusPanel />} />
        <Route path="categories" element={<CategoriesPanel />} />
        <Route path="lookups" element={<LookupsPanel />} />
      </Routes>
    </>
  )
}
