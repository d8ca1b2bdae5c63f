import { Icon } from './icon.tsx'

/** Shown beside the name of a company that a moderator has verified. */
export function VerifiedBadge() {
  return (
    <span title="ИНН сверен" className="inline-flex items-center gap-1 text-sm text-leaf-strong">
      <Icon shape="success" size={17} />
      Проверено
    </span>
  )
}
