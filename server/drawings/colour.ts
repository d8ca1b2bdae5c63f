/** Colours are in OKLCH: equal steps look equal, so a ramp made from one base colour shades evenly. */
export interface Lch {
  l: number
  c: number
  h: number
}

/** From deep shadow to highlight. */
export type Tones = readonly [string, string, string, string, string]

export const lch = (l: number, c: number, h: number): Lch => ({ l, c, h })

function channel(linear: number): number {
  const v = linear <= 0.0031308 ? 12.92 * linear : 1.055 * Math.max(linear, 0) ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, v)) * 255)
}

export function hex({ l, c, h }: Lch): string {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const L = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const M = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const S = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const r = channel(4.0767416621 * L - 3.3077115913 * M + 0.2309699292 * S)
  const g = channel(-1.2684380046 * L + 2.6097574011 * M - 0.3413193965 * S)
  const bl = channel(-0.0041960863 * L - 0.7034186147 * M + 1.707614701 * S)
  return `#${((1 << 24) | (r << 16) | (g << 8) | bl).toString(16).slice(1)}`
}

/** Turns the hue `from` towards `to`, the shorter way round. */
function turn(from: number, to: number, share: number): number {
  const gap = ((((to - from) % 360) + 540) % 360) - 180
  return from + gap * share
}

const clamp = (v: number, low: number, high: number): number => Math.min(high, Math.max(low, v))

/** Shade is cooler and less saturated, light is warmer and a little more saturated: the sun is yellow, the sky is blue. */
export function ramp(base: Lch, contrast = 1, warmth = 1): Tones {
  const tone = (dl: number, dc: number, warm: number): string =>
    hex({
      l: clamp(base.l + dl * contrast, 0.12, 0.985),
      c: base.c * dc,
      h:
        warm < 0
          ? turn(base.h, 265, -warm * Math.abs(warmth))
          : turn(base.h, warmth < 0 ? 350 : 100, warm * Math.abs(warmth)),
    })
  return [
    tone(-0.2, 0.78, -0.14),
    tone(-0.1, 0.92, -0.07),
    tone(0, 1, 0),
    tone(0.085, 1.02, 0.1),
    tone(0.17, 0.94, 0.2),
  ]
}
