import type { User } from '#contract/accounts.ts'
import { plainName } from '#web/lib/plain-name.ts'

/** As many as the server suggests. */
const mostListed = 8

/** Those present whose name contains what is typed, in their order, then those whom the server suggests, each once. */
export function peopleToMention(typed: string, present: readonly User[], suggested: readonly User[]): User[] {
  const named = present.filter(({ name }) => plainName(name).includes(plainName(typed)))
  const each = new Map([...named, ...suggested].map(person => [person.id, person]))
  return [...each.values()].slice(0, mostListed)
}
