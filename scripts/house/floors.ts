/**
 * The server's domains, floor by floor. A domain imports from lower floors only, and those of one floor do not know each
 * other; what must reach a higher floor is an event (server/events.ts). Why in this order: docs/ARCHITECTURE.md.
 */
export const floors: readonly (readonly string[])[] = [
  ['reference'],
  ['accounts'],
  ['audit', 'uploads'],
  ['companies'],
  ['plants'],
  ['products'],
  ['offers', 'price-lists'],
  ['saved-searches', 'projects'],
  ['friends'],
  ['posts', 'chat', 'publications'],
  ['notifications'],
  ['moderation'],
  ['personal-data', 'feeds', 'events'],
]

/** What a feature of the web client may take from another one; all other features know nothing of each other. */
export const featureArrows: readonly (readonly [from: string, to: string])[] = [
  ['chat', 'live'],
  ['companies', 'places'],
  ['friends', 'live'],
  ['offers', 'places'],
  ['offers', 'products'],
  ['plants', 'places'],
  ['profile', 'accounts'],
]

/** The domains that this one must not import: those of its own floor and above. */
export function outOfReach(domain: string): string[] {
  const own = floors.findIndex(floor => floor.includes(domain))
  if (own < 0) throw new Error(`${domain} has no floor: see scripts/house/floors.ts`)
  return floors
    .slice(own)
    .flat()
    .filter(other => other !== domain)
}
