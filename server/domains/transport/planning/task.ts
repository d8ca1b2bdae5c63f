/** A kind of lorry, of which there are as many as are needed. */
export interface PlannedVehicle {
  /** The nursery whose lorry it is: it carries that nursery's plants alone. `null`: hired, it calls anywhere. */
  owner: number | null
  /** Kilograms, cubic metres, metres. */
  payload: number
  volume: number
  length: number
  /** Rubles. */
  perKm: number
  least: number
}

export interface PlannedNursery {
  /** Kilometres to every nursery, by its place in the task, then to the site. */
  km: number[]
  /** Bits of the weekdays on which it loads. */
  days: number
  /** Whether hired lorries may load here. */
  takesHired: boolean
  /** Kilometres that its own lorries go at most; `null`: any. */
  radius: number | null
  /** Rubles of an order from which its own lorries cost nothing; `null`: they always cost. */
  freeFrom: number | null
}

/** One of the offers for a line. */
export interface PlannedChoice {
  /** Its place in the task; `null`: it is unknown where the nursery is. */
  nursery: number | null
  /** Rubles for the line; `null`: on request. */
  price: number | null
  /** Of one plant; `null`: unknown. Kilograms, cubic metres, metres. */
  weight: number | null
  volume: number | null
  length: number
  /** Of which of the task's stocks it takes; left out: there is enough for all lines. */
  stock?: number
  /** It is taken only where nothing is left of the others. */
  isLater?: boolean
}

export interface PlannedLine {
  /** Plants; `null`: unknown, so that it cannot be loaded. */
  count: number | null
  /** Plants that it takes of a stock, where that is known although `count` is not. */
  wanted?: number
  /** One of them is chosen. */
  choices: PlannedChoice[]
}

/** Plants, nurseries and lorries to choose together; where each line has one choice, lorries alone. */
export interface PlanningTask {
  nurseries: PlannedNursery[]
  vehicles: PlannedVehicle[]
  lines: PlannedLine[]
  /** How many plants there are of what several lines may take. */
  stocks?: number[]
  /** Milliseconds in which it is to be ready. */
  time?: number
}

export interface PlannedTour {
  /** Places in the task. */
  vehicle: number
  /** Nurseries in the order in which the lorry calls at them. */
  stops: number[]
  km: number
  price: number
  isFree: boolean
  loads: { line: number; count: number }[]
}

export type UnplacedReason = 'no_place' | 'no_quantity' | 'no_weight' | 'does_not_fit' | 'no_vehicle' | 'too_much'

export interface Plan {
  /** The choice of each line; `null`: it has none. */
  chosen: (number | null)[]
  tours: PlannedTour[]
  unplaced: { line: number; count: number | null; reason: UnplacedReason }[]
  /** Not proven to be the least. */
  isApproximate: boolean
}

/** Kilograms, cubic metres and metres by which sums may differ because of how they are computed. */
export const slack = 1e-6
/** Rubles by which a better plan is better. */
export const leastGain = 0.005

/** Kopecks, as prices are said. */
export const inKopecks = (rubles: number) => Math.round(rubles * 100) / 100

export const priceOf = ({ perKm, least }: PlannedVehicle, km: number) => inKopecks(Math.max(least, km * perKm))

/** Sums of kilometres as they are shown. */
export const inTenths = (km: number) => Math.round(km * 10) / 10

/** Sums of kilograms as they are shown. */
export const inGrams = (kilograms: number) => Math.round(kilograms * 1000) / 1000

/** Sums of cubic metres as they are shown. */
export const inMillilitres = (cubicMetres: number) => Math.round(cubicMetres * 1e6) / 1e6
