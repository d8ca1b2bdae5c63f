import { Route, Routes, useSearchParams } from 'react-router'
import { AdminTabs } from '#web/features/moderation/admin-tabs.tsx'
import { CategoriesPanel } from '#web/features/moderation/plants/categories-panel.tsx'
import { GeneraPanel } from '#web/features/moderation/plants/genera-panel.tsx'
import { GenusPanel } from '#web/features/moderation/plants/genus-panel.tsx'
import { LookupsPanel } from '#web/features/moderation/plants/lookups-panel.tsx'
import { PlantPanel } from '#web/features/moderation/plants/plant-panel.tsx'
import { pageOf } from '#web/lib/page-of.ts'

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
      <AdminTabs label="Части справочника" tabs={tabs} />
      <Routes>
        <Route index element={<GeneraPanel page={pageOf(params)} />} />
        <Route path="species" element={<PlantPanel page={pageOf(params)} />} />
        <Route path="genera/:id" element={<GenusPanel />} />
        <Route path="categories" element={<CategoriesPanel />} />
        <Route path="lookups" element={<LookupsPanel />} />
      </Routes>
    </>
  )
}
