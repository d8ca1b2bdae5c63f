import { type ComponentType, lazy } from 'react'

const screen = (load: () => Promise<{ Component: ComponentType }>) =>
  lazy(async () => ({ default: (await load()).Component }))

/** The sections of the admin in menu order; each owns the addresses below its path. */
export const staffScreens = [
  { path: '', name: 'Обзор', Screen: screen(() => import('./screens/admin/overview.tsx')) },
  { path: 'listings', name: 'Объявления', Screen: screen(() => import('./screens/admin/products.tsx')) },
  { path: 'reports', name: 'Жалобы', Screen: screen(() => import('./screens/admin/reports.tsx')) },
  { path: 'directory', name: 'Справочник', Screen: screen(() => import('./screens/admin/directory.tsx')) },
  { path: 'publications', name: 'Публикации', Screen: screen(() => import('./screens/admin/publications.tsx')) },
  { path: 'people', name: 'Люди и компании', Screen: screen(() => import('./screens/admin/people.tsx')) },
  { path: 'vehicles', name: 'Машины', Screen: screen(() => import('./screens/admin/vehicles.tsx')) },
  { path: 'journal', name: 'Журнал', Screen: screen(() => import('./screens/admin/journal.tsx')) },
] as const
