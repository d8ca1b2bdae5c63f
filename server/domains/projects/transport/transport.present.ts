import { distanceNote, type TransportPlan } from '#contract/transport.ts'
import { inGrams, inKopecks, inMillilitres, type Plan } from '#server/domains/transport/planning/task.ts'
import type { Point } from '#server/domains/transport/road-km.ts'
import type { Choice } from '../choosing/choose.ts'
import { type BuiltTask, daysOf } from './planning-task.ts'

interface Planned extends BuiltTask {
  plan: Plan
  site: Point
  lines: { id: string; choices: Choice[] }[]
  names: ReadonlyMap<number, string>
}

export function presentTransport({ task, nurseries, vehicles, plan, site, lines, names }: Planned): TransportPlan {
  const nursery = (at: number) => {
    const found = nurseries[at]
    if (!found) throw new Error('a lorry calls at a nursery that is not in its task')
    return found
  }
  const named = (id: number) => ({ id, company_name: names.get(id) ?? '' })
  const chosen = (line: number) => task.lines[line]?.choices[plan.chosen[line] ?? -1]
  const tours = plan.tours.map(({ vehicle, stops, km, price, isFree, loads }) => {
    const said = vehicles[vehicle]
    const planned = task.vehicles[vehicle]
    if (!said || !planned) throw new Error('a tour has a vehicle that is not in its task')
    const presented = stops.map((stop, at) => {
      const { id, latitude, longitude } = nursery(stop)
      const own = loads.filter(({ line }) => chosen(line)?.nursery === stop)
      return {
        company: named(id),
        weight: inGrams(own.reduce((sum, { line, count }) => sum + count * (chosen(line)?.weight ?? 0), 0)),
        volume: inMillilitres(own.reduce((sum, { line, count }) => sum + count * (chosen(line)?.volume ?? 0), 0)),
        distance_km: task.nurseries[stop]?.km[stops[at + 1] ?? nurseries.length] ?? 0,
        lines: own.map(({ line, count }) => ({ line: lines[line]?.id ?? '', quantity: count })),
        point: { latitude, longitude },
      }
    })
    return {
      vehicle: said,
      owner: planned.owner === null ? null : named(nursery(planned.owner).id),
      stops: presented,
      distance_km: km,
      price,
      is_free: isFree,
      load: {
        weight: inGrams(presented.reduce((sum, { weight }) => sum + weight, 0)),
        volume: inMillilitres(presented.reduce((sum, { volume }) => sum + volume, 0)),
      },
      loading_days: daysOf(stops.reduce((days, stop) => days & (task.nurseries[stop]?.days ?? 0), -1)),
    }
  })
  return {
    tours,
    price: inKopecks(tours.reduce((sum, { price }) => sum + price, 0)),
    unplaced: plan.unplaced.flatMap(({ line, count, reason }) => {
      const { id, choices } = lines[line] ?? {}
      const companyId = choices?.[plan.chosen[line] ?? -1]?.companyId
      return id === undefined || companyId === undefined
        ? []
        : [{ line: id, company: named(companyId), quantity: count, reason }]
    }),
    point: { latitude: site.latitude, longitude: site.longitude },
    distance_note: distanceNote,
    is_approximate: plan.isApproximate,
  }
}
