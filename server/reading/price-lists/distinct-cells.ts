// Cells that say by themselves what they are, whatever stands above them.
import type { ColumnField } from '#contract/price-lists.ts'
import { statesRubles } from '#server/reading/lines/rubles.ts'
import type { Profile } from './profiles.ts'
import { readPrice } from './values.ts'

const share = (profile: Profile, fits: (text: string) => boolean) =>
  profile.filled === 0 ? 0 : profile.samples.filter(fits).length / profile.samples.length

/** Whether the cells are of a kind that no other field has: bare numbers never are. */
export function readDistinctly(field: ColumnField | null, profile: Profile): boolean {
  const bare = share(profile, text => !/\p{L}{1}/u.test(text))
  if (field === null) return false
  if (field.startsWith('price')) {
    const isMoney = (text: string) => statesRubles(text) || /\d\s?(?:=|[.,]-)$/u.test(text.trim())
    const isPriced = (text: string) => isMoney(text) || readPrice(text, 1).is === 'request'
    return share(profile, isMoney) >= 0.5 && share(profile, isPriced) >= 0.8
  }
  switch (field) {
    case 'name':
    case 'latin_name':
    case 'genus':
    case 'species':
    case 'cultivar':
      return profile.names >= 0.3 || (profile.words >= 0.8 && profile.distinct >= 0.5 && profile.sizes < 0.3)
    case 'size':
      return profile.sizes >= 0.6 && bare < 0.5
    case 'root':
    case 'root_size':
      return profile.roots >= 0.6 && bare < 0.3
    case 'stock':
      return profile.stocks >= 0.9 && bare < 0.5
    case 'available_from':
      return share(profile, text => /\d/.test(text)) >= 0.6 && profile.dates >= 0.9
    case 'sku':
      return profile.codes >= 0.6 && profile.distinct > 0.9
    case 'note':
      return profile.words >= 0.6 && (profile.distinct >= 0.3 || profile.length > 15)
    default:
      return false
  }
}
