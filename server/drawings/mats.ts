import { affordableLeafage, leafPixels } from './broadleaf.ts'
import { snowPad } from './conifer-sprays.ts'
import { dabs } from './dabs.ts'
import type { Clump } from './foliage.ts'
import { paintClump, toneAt } from './foliage.ts'
import type { Sitting } from './habit.ts'
import { blob, stamp } from './ink.ts'
import { wood } from './palettes.ts'
import { paintStalks } from './perennials.ts'

/** Low plants are seen slightly from above, otherwise they would be only a line: this is the depth of the carpet. */
export const matDepth = (width: number, height: number): number => Math.max(height * 0.9, Math.min(width * 0.24, 180))

/** Ground covers: a carpet of small clumps over an ellipse on the ground, near clumps drawn over far ones. */
export function paintMat(sitting: Sitting): void {
  const { sheet, habit, stand, random } = sitting
  const place = random.fork('mat')
  const deep = matDepth(stand.width, stand.height) * 0.5
  const rise = Math.max(stand.height, deep * 0.3)
  const size = Math.max(Math.min(leafPixels(sitting), stand.width * 0.03) * 1.3, stand.width * 0.062, rise * 0.3)
  const wanted = Math.round(
    Math.min(72, Math.max(24, ((stand.width * deep) / (size * size)) * 2.1)) * (0.5 + 0.5 * stand.detail),
  )
  const clumps: Clump[] = []
  for (let i = 0; i < wanted; i += 1) {
    const around = i * 2.39996 + place.range(-0.3, 0.3)
    const out = Math.sqrt((i + 0.5) / wanted) * 0.95
    const nx = Math.cos(around) * out
    const nz = Math.sin(around) * out
    const lift = rise * (1 - out * out * 0.75) * place.range(0.55, 0.85)
    const big = size * place.range(0.8, 1.15)
    clumps.push({
      x: stand.x + nx * (stand.width / 2 - big * 0.7),
      y: stand.ground - deep * 0.45 + nz * deep - lift + big * 0.2,
      rx: big,
      ry: big * 0.68,
      z: nz,
      lit: 0.55 - nx * 0.5 - out * 0.25,
    })
  }
  clumps.sort((a, b) => a.z - b.z)
  sheet.path(
    blob(
      stand.x,
      stand.ground - deep * 0.4 - rise * 0.3,
      stand.width * 0.4,
      deep * 0.62 + rise * 0.28,
      () => place.range(-0.05, 0.05),
      14,
    ),
    sitting.dress.tones[0],
  )
  const form = habit.flower?.form
  const onStalks = form === 'spike' || form === 'plume' || form === 'umbel' || form === 'iris'
  const leafage = affordableLeafage(sitting, clumps, {
    rise: 0.7,
    density: 1.3,
    stray: 0.9,
    length: Math.min(leafPixels(sitting), stand.width * 0.032),
    // The carpet is seen from above: its near edge is lower than the ground line behind it.
    floor: stand.ground + deep,
    ceiling: stand.ground - stand.height * 2 - deep,
    ornaments: onStalks
      ? sitting.ornaments.map(o => ({ ...o, aim: 'up' as const, density: o.density * 0.5 }))
      : sitting.ornaments,
  })
  const paint = random.fork('leaves')
  clumps.forEach(clump => paintClump(sheet, clump, leafage, paint))
  if (form === 'daisy' && sitting.ornaments.length > 0 && habit.height > 0.3) paintStalks(sitting, 7, paint)
}

/** Creeping junipers and similar plants: sprays overlap from the middle outwards, with raised tips at the edge. */
export function paintCreeper(sitting: Sitting): void {
  const { sheet, habit, stand, dress, random } = sitting
  const place = random.fork('boughs')
  const deep = matDepth(stand.width, stand.height) * 0.5
  const rise = Math.max(stand.height, deep * 0.55)
  const dab = dabs[habit.blade]
  const size = Math.max(17, Math.min(Math.max(dab.real * stand.metre, stand.width * 0.05), 54))
  const middle = stand.ground - deep * 0.5
  sheet.path(
    blob(
      stand.x,
      middle - rise * 0.3,
      stand.width * 0.43,
      deep * 0.72 + rise * 0.24,
      () => place.range(-0.05, 0.05),
      14,
    ),
    dress.tones[0],
  )
  const rows = Math.round(15 * (0.5 + 0.5 * stand.detail))
  for (let row = 0; row < rows; row += 1) {
    const nz = ((row + 0.5) / rows) * 2 - 1
    const reach = Math.sqrt(1 - nz * nz) * stand.width * 0.5
    const across = Math.max(4, Math.round((reach * 2) / (size * 0.31)))
    const layers = ['', '', '', '', '']
    const accents = ['', '', '', '', '']
    let snow = ''
    for (let i = 0; i < across; i += 1) {
      const nx = (((i + place.range(0.1, 0.9)) / across) * 2 - 1) * Math.sqrt(1 - nz * nz)
      const out = Math.hypot(nx, nz)
      const x = stand.x + nx * (stand.width * 0.5 - size * 0.5)
      const y =
        middle + nz * (deep - size * 0.2) - rise * Math.max(0.12, 1 - out * out) * place.range(0.85, 1.1) - size * 0.1
      // Branches run outward; in front view the near ones point down towards the viewer, and all tips rise a little.
      const angle = Math.atan2(nz * 0.42 - 0.3 * out - 0.12, nx) + place.range(-0.5, 0.5)
      const bough = Math.sin(Math.atan2(nz, nx) * 9 + out * 5) * 0.35
      const tone = Math.max(
        0,
        Math.min(
          4,
          Math.round(
            1.9 - nx * 0.9 + (0.75 - out) * 1.1 + bough * 1.6 - Math.max(0, nz) * out * 0.8 + place.bell() * 0.9,
          ),
        ),
      )
      const grow = size * place.range(0.75, 1.2)
      const wide = grow * dab.wide * (Math.abs(nx) > 0.3 ? 0.62 : 0.8)
      layers[Math.max(0, tone - 2)] += stamp(dab.shape, x + 1, y + size * 0.14, angle, grow, wide)
      const mark = stamp(dab.shape, x, y, angle, grow, wide)
      if (dress.accent !== null && place.next() < dress.accentShare) accents[tone] += mark
      else layers[tone] += mark
      if (dress.snow && place.next() < 0.36 * (1.2 - out))
        snow += stamp(
          snowPad,
          x - grow * 0.5,
          y - 4,
          place.range(-0.15, 0.15),
          grow * place.range(0.8, 1.3),
          grow * 0.5,
        )
    }
    layers.forEach((d, tone) => sheet.path(d, toneAt(dress.tones, tone)))
    if (dress.accent !== null) for (const [tone, d] of accents.entries()) sheet.path(d, toneAt(dress.accent, tone))
    sheet.path(snow, row % 2 === 0 ? wood.snow[2] : wood.snow[4])
  }
}
