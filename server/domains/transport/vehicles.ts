import type { Vehicle } from '#contract/transport.ts'

/**
 * Hired lorries as the site begins with: what carriers usually have for plants, and what they asked in 2026
 * (docs/transport.md). Moderators change them.
 */
export const defaultVehicles: Vehicle[] = [
  {
    name: 'Газель',
    payload_kg: 1500,
    volume_m3: 14,
    length_m: 4.2,
    price_per_km: 38,
    price_min: 6000,
    with_crane: false,
  },
  {
    name: '5 т',
    payload_kg: 5000,
    volume_m3: 34,
    length_m: 6.2,
    price_per_km: 55,
    price_min: 14_000,
    with_crane: false,
  },
  {
    name: '10 т',
    payload_kg: 10_000,
    volume_m3: 48,
    length_m: 7.6,
    price_per_km: 72,
    price_min: 20_000,
    with_crane: false,
  },
  {
    name: 'Фура 20 т',
    payload_kg: 20_000,
    volume_m3: 82,
    length_m: 13.6,
    price_per_km: 95,
    price_min: 32_000,
    with_crane: false,
  },
]
