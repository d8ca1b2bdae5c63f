import type { Bark } from './bark.ts'
import { toneAt } from './foliage.ts'
import type { Point, Sheet } from './ink.ts'
import { alongCurve, curveAngle, limb, pair } from './ink.ts'
import type { Random } from './random.ts'

export interface TrunkLine {
  foot: Point
  bend: Point
  top: Point
  wide: number
  thin: number
}

export const onTrunk = (line: TrunkLine, t: number): Point => alongCurve(line.foot, line.bend, line.top, t)

/** The trunk with its root flare, its shaded side and the pattern of its bark. */
export function paintTrunk(sheet: Sheet, line: TrunkLine, bark: Bark, random: Random): void {
  const { foot, bend, top, wide, thin } = line
  const flare = Math.min(wide * 0.5, 26)
  const [x, y] = foot
  const half = wide / 2
  const roots = `M${pair(x - half - flare, y + flare * 0.22)}Q${pair(x - half, y - flare * 0.1)} ${pair(x - half * 0.94, y - flare * 1.8)}L${pair(x + half * 0.94, y - flare * 1.8)}Q${pair(x + half, y - flare * 0.1)} ${pair(x + half + flare, y + flare * 0.22)}Q${pair(x, y + flare * 0.5)} ${pair(x - half - flare, y + flare * 0.22)}z`
  const body = limb(foot, bend, top, wide, thin)
  const shade = sheet.linear(
    [
      [0, bark.tones[3]],
      [0.3, bark.tones[2]],
      [0.7, bark.tones[1]],
      [1, bark.tones[0]],
    ],
    0,
    0,
    1,
    0,
  )
  sheet.path(roots, shade)
  sheet.path(body, shade)
  if (wide > 7) paintBark(sheet, line, bark, random)
}

function paintBark(sheet: Sheet, line: TrunkLine, bark: Bark, random: Random): void {
  const { foot, bend, top, wide, thin } = line
  const length = Math.hypot(top[0] - foot[0], top[1] - foot[1])
  const marks = Math.round(Math.min(70, (length / Math.max(9, wide * 0.5)) * 3))
  let dark = ''
  let pale = ''
  for (let i = 0; i < marks; i += 1) {
    const t = ((i + random.next()) / marks) * 0.96
    const [x, y] = alongCurve(foot, bend, top, t)
    const angle = curveAngle(foot, bend, top, t)
    const across = wide + (thin - wide) * t
    const at = random.range(-0.42, 0.42) * across
    const px = x - Math.sin(angle) * at
    const py = y + Math.cos(angle) * at
    if (bark.pattern === 'birch') {
      const w = across * random.range(0.14, 0.42)
      dark += `M${pair(px - w / 2, py)}q${pair(w / 2, -across * 0.1)} ${pair(w, 0)}q${pair(-w / 2, across * random.range(0.06, 0.16))} ${pair(-w, 0)}z`
      if (i % 6 === 0 && t < 0.7)
        dark += `M${pair(px - w * 0.6, py)}l${pair(w * 0.6, -across * 0.42)} ${pair(w * 0.6, across * 0.42)} ${pair(-w * 0.6, -across * 0.12)}z`
    } else if (bark.pattern === 'ringed') {
      const w = across * random.range(0.25, 0.6)
      dark += `M${pair(px - w / 2, py)}q${pair(w / 2, across * 0.09)} ${pair(w, 0)}q${pair(-w / 2, across * 0.15)} ${pair(-w, 0)}z`
    } else if (bark.pattern === 'mottled') {
      const r = across * random.range(0.1, 0.22)
      const patch = `M${pair(px, py - r)}q${pair(r, 0)} ${pair(r * 0.8, r)}q${pair(-r * 0.3, r * 1.2)} ${pair(-r, r)}q${pair(-r, -r * 0.6)} ${pair(r * 0.2, -r * 2)}z`
      if (i % 2 === 0) dark += patch
      else pale += patch
    } else if (bark.pattern === 'plates') {
      const r = across * random.range(0.08, 0.16)
      const plate = `M${pair(px - r, py)}l${pair(r, -r * 1.4)} ${pair(r, r * 0.5)} ${pair(-r * 0.2, r * 2)} ${pair(-r * 1.2, r * 0.4)}z`
      if (i % 3 === 0) pale += plate
      else dark += plate
    } else if (bark.pattern !== 'smooth' || i % 3 === 0) {
      const w = Math.max(0.8, across * (bark.pattern === 'stringy' ? 0.035 : 0.055))
      const l = across * random.range(0.35, 1.1) * (bark.pattern === 'smooth' ? 0.5 : 1)
      const lx = Math.cos(angle) * l
      const ly = Math.sin(angle) * l
      const mark = `M${pair(px, py)}q${pair(lx / 2 + w * random.range(0.4, 2), ly / 2)} ${pair(lx, ly)}q${pair(-lx / 2 - w, -ly / 2)} ${pair(-lx, -ly)}z`
      if (i % 3 === 1) pale += mark
      else dark += mark
    }
  }
  const ink = bark.pattern === 'birch' ? '#3d3733' : toneAt(bark.tones, 0)
  sheet.path(dark, ink, bark.pattern === 'birch' ? 0.85 : 0.55)
  sheet.path(pale, toneAt(bark.tones, 4), 0.5)
}

export interface Branch {
  from: Point
  bend: Point
  to: Point
  wide: number
}

/** Branches of one tone go into one path; each has a thin light along its upper edge. */
export function paintBranches(sheet: Sheet, branches: readonly Branch[], dark: string, light: string): void {
  let body = ''
  let edge = ''
  for (const { from, bend, to, wide } of branches) {
    body += limb(from, bend, to, wide, Math.max(0.9, wide * 0.3))
    if (wide > 2.4)
      edge += `M${pair(from[0] - wide * 0.22, from[1])}Q${pair(bend[0] - wide * 0.2, bend[1] - wide * 0.12)} ${pair(to[0], to[1])}`
  }
  sheet.path(body, dark)
  if (edge !== '') sheet.stroke(edge, light, 1.2, 0.7)
}
