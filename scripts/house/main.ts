// Prints the imports between domains and between features: `npm run house [root]`.
import { fileURLToPath } from 'node:url'
import { floors } from './floors.ts'
import { crossings } from './imports.ts'

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url))
const all = crossings(root, 'server/domains')
const floorOf = (domain: string) => floors.findIndex(floor => floor.includes(domain))

const arrows = new Map<string, number>()
for (const { fromRoom, toRoom } of all) {
  const arrow = `${fromRoom} → ${toRoom}`
  arrows.set(arrow, (arrows.get(arrow) ?? 0) + 1)
}
const isMutual = (arrow: string) => arrows.has(arrow.split(' → ').toReversed().join(' → '))
const isUp = (arrow: string) => {
  const [from = -1, to = -1] = arrow.split(' → ').map(floorOf)
  return from >= 0 && to >= 0 && to >= from
}
const isOf = (suffix: string) => (file: string) => file.endsWith(`.${suffix}.ts`)
const [isTables, isQueries] = [isOf('tables'), isOf('queries')]

for (const [arrow, count] of [...arrows].toSorted(([one], [other]) => one.localeCompare(other))) {
  console.log(
    `${String(count).padStart(4)}  ${arrow}${isMutual(arrow) ? '  (both ways)' : ''}${isUp(arrow) ? '  (up)' : ''}`,
  )
}
console.log(`
arrows between domains             ${arrows.size}
against the floors                 ${[...arrows.keys()].filter(isUp).length}
pairs that import each other       ${[...arrows.keys()].filter(isMutual).length / 2}
imports of others' tables          ${all.filter(({ from, to }) => isTables(to) && !isTables(from)).length} (foreign keys: ${all.filter(({ from, to }) => isTables(to) && isTables(from)).length})
imports of others' queries         ${all.filter(({ to }) => isQueries(to)).length}`)
