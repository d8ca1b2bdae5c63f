/**
 * The server's domains by floor. A domain imports only from lower floors, not from its own; what must reach a higher
 * floor is an event (server/events.ts). The order is explained in docs/ARCHITECTURE.md.
 */
export const floors: readonly (readonly string[])[] = [
  ['reference'],
  ['accounts'],
  ['audit', 'uploads', 'telling'],
  ['companies'],
  ['plants', 'transport'],
  ['products'],
  ['offers', 'price-lists'],
  ['saved-searches', 'projects'],
  ['friends', 'trade'],
  ['posts', 'chat', 'publications', 'statistics'],
  ['notifications'],
  ['moderation', 'silenced'],
  ['personal-data', 'feeds', 'events'],
]

/** Allowed imports between features of the web client; all other features are independent. */
export const featureArrows: readonly (readonly [from: string, to: string])[] = [
  ['chat', 'live'],
  ['companies', 'places'],
  ['compare', 'offers'],
  ['compare', 'places'],
  ['compare', 'plants'],
  ['compare', 'products'],
  ['friends', 'live'],
  ['offers', 'places'],
  ['offers', 'products'],
  ['plants', 'places'],
  ['plants', 'products'],
  ['posts', 'silenced'],
  ['price-lists', 'live'],
  ['price-lists', 'plants'],
  ['price-lists', 'products'],
  ['profile', 'accounts'],
  ['projects', 'accounts'],
  ['projects', 'companies'],
  ['projects', 'offers'],
  ['projects', 'places'],
  ['projects', 'plants'],
  ['projects', 'products'],
  ['trade', 'places'],
  ['trade', 'projects'],
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
