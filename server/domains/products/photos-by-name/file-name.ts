import { foldLetters, inLatinLook } from '#server/reading/names/letters.ts'

/** What the name of a picture's file consists of. */
export interface FileName {
  /** The words and numbers between separators, as written. */
  pieces: string[]
  /** A camera, a phone or a program has named the file. */
  isCameras: boolean
}

/** Words with which cameras and programs begin names: `IMG_1234`, «Снимок экрана». */
const cameras = new Set(
  `img image imag dsc dscn dscf dscs pxl mvimg pano burst gopr dji photo foto pic picture screenshot whatsapp telegram viber
  scan untitled received fb signal vk download фото снимок изображение рисунок скриншот скан безымянный`.split(/\s+/),
)
/** Words that copying and editing add to a name. */
const copies = new Set('copy копия edit edited final jpg jpeg png webp копировать'.split(' '))

/** Takes the name of a file apart. */
export function readFileName(name: string): FileName {
  const bare = name.replace(/^.*[/\\]/, '').replace(/\.[a-z\d]{1,5}$/i, '')
  const pieces = bare.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const [first = ''] = pieces
  // `IMG1234` and `P1010028` have no separator.
  const isCameras = cameras.has(foldLetters(first.replace(/\d+$/, ''))) || /^p\d{7}$/i.test(first)
  return { pieces, isCameras }
}

/**
 * An article number as it is compared: in one case, with look-alike letters of one alphabet, without separators but
 * between two digits: `100 (1)` is not 1001.
 */
export const skuKey = (text: string) =>
  inLatinLook(foldLetters(text.normalize('NFKC')))
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/(?<!\d)-|-(?!\d)/g, '')

/** Article numbers are at most so many pieces long. */
const longestRun = 8

/** A run of pieces that is an article number of these products. */
export interface SkuRun {
  from: number
  to: number
  products: ReadonlySet<number>
  /** It may as well be a number of the picture. */
  isDoubtful: boolean
}

const isNumeric = (key: string) => /^[\d-]+$/.test(key)
const isNumber = (piece: string | undefined) => piece !== undefined && /^\d+$/.test(piece)

/** Whether a short or purely numeric article number may be something else: a date, the number of a picture. */
function mayBeOther(key: string, rest: string[]): boolean {
  const others = rest.filter(isNumber)
  if (isNumeric(key)) return key.length < 4 || others.length > 1 || others.some(number => number.length > 3)
  return key.length < 3 && rest.some(piece => !isNumber(piece))
}

/**
 * The article numbers in a file's name, without those that are a part of a longer one. `1001-2` may be picture 2 of
 * `1001`: then both are returned.
 */
export function findSkus({ pieces, isCameras }: FileName, bySku: ReadonlyMap<string, ReadonlySet<number>>): SkuRun[] {
  const runs: SkuRun[] = []
  for (let from = 0; from < pieces.length; from++) {
    for (let to = from; to < Math.min(pieces.length, from + longestRun); to++) {
      const key = skuKey(pieces.slice(from, to + 1).join('-'))
      const products = bySku.get(key)
      if (!products || (isCameras && isNumeric(key))) continue
      const rest = [...pieces.slice(0, from), ...pieces.slice(to + 1)]
      runs.push({ from, to, products, isDoubtful: mayBeOther(key, rest) })
    }
  }
  return runs.filter(
    run =>
      !runs.some(longer => {
        if (longer === run || longer.from > run.from || longer.to < run.to) return false
        const isNumbered = longer.from === run.from && longer.to === run.to + 1 && longer.to === pieces.length - 1
        return !(isNumbered && isNumber(pieces[longer.to]))
      }),
  )
}

const isOfName = (word: string) => !cameras.has(foldLetters(word)) && !copies.has(foldLetters(word))

/**
 * The words that may name a plant, without those of cameras and copies and without this run; `""` if there are none.
 * «SmaragdТуя01» is three words.
 */
export function wordsOf({ pieces }: FileName, run?: SkuRun): string {
  const words = pieces
    .filter((_, at) => !run || at < run.from || at > run.to)
    .filter(isOfName)
    .flatMap(piece => piece.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L}{3})(?=\d)/u))
    .filter(isOfName)
  return words.some(word => /\p{L}{3}/u.test(word)) ? words.join(' ') : ''
}

/** The last number of the name outside the run: the picture's own. */
export function numberOf({ pieces }: FileName, run?: SkuRun): number | null {
  const last = pieces
    .filter((_, at) => !run || at < run.from || at > run.to)
    .map(piece => /\d+$/.exec(piece)?.[0])
    .findLast(digits => digits !== undefined && digits.length < 10)
  return last === undefined ? null : Number(last)
}
