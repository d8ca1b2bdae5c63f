import { queryOptions } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import type { Api } from '#web/lib/api.ts'
import { plainName } from '#web/lib/plain-name.ts'

/** People by name and posts by words, at most twenty of each. */
export const searchQuery = (api: Api, query: string) =>
  queryOptions({
    queryKey: ['member', 'search', query],
    queryFn: ({ signal }) => api.call('POST /search/', { body: { query }, signal }),
  })

/** Splits people into those whose name contains the query and those with similar names; the server finds both. */
export function peopleFound(people: readonly User[], query: string): { named: User[]; similar: User[] } {
  const isNamed = ({ name }: User) => plainName(name).includes(plainName(query))
  return { named: people.filter(isNamed), similar: people.filter(person => !isNamed(person)) }
}
