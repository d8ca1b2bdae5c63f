import { demoCompanies } from '../companies.ts'
import { keyOf } from './people.ts'

/** Groups of people who all know each other through a place, a trade or an interest. */
const circles: string[][] = [
  ...demoCompanies.map(({ creator, employees }) => [creator, ...employees].map(keyOf)),
  ['anna', 'gorelov', 'zaytsev', 'voronin', 'malakhov', 'kurbatova'],
  ['anna', 'sotnikova', 'lapina', 'frolova', 'rybakova', 'tarasova'],
  ['sotnikova', 'gusev', 'vikhrova', 'anton', 'sukhanova'],
  ['melnik', 'sobol', 'k.pogosyan', 'drozd', 'khatko'],
  ['dyachenko', 'shevkunova', 'kravets', 'shubina', 'kuznetsova'],
  ['akhmetov', 'ilyina', 'aliya', 'rustam', 'nikitin', 'fomichev'],
  ['nikitin', 'fomichev', 'salmina', 'eryomin'],
  ['orlov', 'savina', 'bersenyova', 'pavel', 'chistyakova'],
  ['egorov', 'rybakova', 'lobanov', 'shefer'],
  ['tarasova', 'belov', 'jan', 'vera', 'grach'],
  ['pak', 'arsentiev', 'nadezhda.li', 'lobanov', 'egorov'],
  ['ksenia', 'gorshkova', 'pryakhin', 'lapina', 'ilyina'],
  ['frolova', 'zavrazhin', 'titova', 'belyakov', 'khodykina', 'shcheglov'],
  ['chernov', 'voronin', 'kuznetsova', 'shubina', 'zaytsev'],
  ['malakhov', 'vikhrova', 'zavrazhin', 'fomichev', 'jan', 'bersenyova'],
  ['moroz', 'osokin', 'bikbaev', 'gorelov', 'shcheglov'],
  ['moroz', 'malakhov', 'kurbatova'],
  ['kurbatova', 'frolova'],
  ['anna', 'ksenia'],
  ['k.pogosyan', 'zavrazhin'],
  ['shefer', 'bersenyova'],
  ['salmina', 'akhmetov'],
  ['eryomin', 'moroz'],
]

/** Each pair of friends once, in alphabetical order. */
export function demoFriendships(): [string, string][] {
  const pairs = new Map<string, [string, string]>()
  for (const circle of circles) {
    for (const one of circle) {
      for (const other of circle) if (one < other) pairs.set(`${one} ${other}`, [one, other])
    }
  }
  return [...pairs.values()]
}

/** Pending requests for friendship. */
export const demoRequests: [from: string, to: string][] = [
  ['savina', 'anna'],
  ['akhmetov', 'anna'],
  ['fomichev', 'anna'],
  ['sotnikova', 'malakhov'],
  ['nikitin', 'malakhov'],
  ['titova', 'kurbatova'],
  ['gusev', 'kurbatova'],
  ['orlov', 'lobanov'],
  ['dyachenko', 'sobol'],
  ['pak', 'jan'],
  ['chernov', 'shevkunova'],
]

/** Recently accepted requests; these people are friends by the circles above. */
export const demoAcceptances: [from: string, to: string][] = [
  ['anna', 'ksenia'],
  ['malakhov', 'bersenyova'],
  ['kurbatova', 'frolova'],
]
