import { Link } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { counted } from '#web/lib/plural.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { PersonCompany } from '#web/ui/person-company.tsx'

const forms = ['друг', 'друга', 'друзей'] as const

/** People the person may know: friends of friends. */
export function SuggestedBox({ people }: { people: readonly User[] }) {
  return (
    <section aria-labelledby="suggested">
      <h2 id="suggested" className="text-xl">
        Друзья ваших друзей
      </h2>
      {people.length > 0 ? (
        <ul className="mt-2">
          {people.map(({ id, name, get_avatar, friends_count, team }) => (
            <li key={id}>
              <Link
                to={`/profile/${id}`}
                className="group -mx-2 flex min-h-14 items-center gap-3 rounded-md px-2 py-1.5 text-ink no-underline hover:bg-leaf-soft"
              >
                <Avatar src={get_avatar} className="size-10" />
                <span className="min-w-0">
                  <span className="block truncate leading-snug font-semibold group-hover:text-leaf">{name}</span>
                  {team && <PersonCompany isLink={false} team={team} className="block truncate text-sm leading-snug" />}
                  <span className="block text-sm leading-snug text-muted">{counted(friends_count, forms)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 text-sm">
          Когда у вас появятся друзья, здесь будут их знакомые.{' '}
          <Link to="/search" className="link">
            Найти людей
          </Link>
        </p>
      )}
    </section>
  )
}
