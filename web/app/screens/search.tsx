import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

export function Component() {
  return <PageMeta title={screenTitle('Поиск')} />
}
