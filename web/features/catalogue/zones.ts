/** Coldest winters of each USDA zone, °C, rounded: the mean of the yearly minimum comes down to this. */
const coldest: Record<number, string> = {
  1: 'ниже −46 °C',
  2: 'до −46 °C',
  3: 'до −40 °C',
  4: 'до −34 °C',
  5: 'до −29 °C',
  6: 'до −23 °C',
  7: 'до −18 °C',
  8: 'до −12 °C',
  9: 'до −7 °C',
}

/** As it stands in a list of zones: `4: до −34 °C`. */
export function zoneName(zone: number): string {
  const winter = coldest[zone]
  return winter ? `${zone}: ${winter}` : String(zone)
}
