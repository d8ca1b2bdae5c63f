import { Avatar } from '#web/ui/avatar.tsx'
import { Building2 } from '#web/ui/icons.ts'
import type { OtherSide } from './sides.ts'

/** The picture of the other side: a person's, or a sign for a company. */
export function SideAvatar({ side: { avatar }, className }: { side: OtherSide; className: string }) {
  if (avatar) return <Avatar src={avatar} className={className} />
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center rounded-full border border-line bg-leaf-soft text-leaf ${className}`}
    >
      <Building2 size={22} />
    </span>
  )
}
