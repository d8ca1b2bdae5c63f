import { Icon } from './icon.tsx'

/** Shown beside the name of a company that a moderator has verified; `isShort`: the sign alone, where room is scarce. */
export function VerifiedBadge({ isShort = false }: { isShort?: boolean }) {
  return (
    <span title="ИНН сверен" className="relative inline-flex items-center gap-1 text-sm text-leaf-strong">
      <Icon shape="success" size={17} />
      <span className={isShort ? 'sr-only' : undefined}>Проверено</span>
    </span>
  )
}
