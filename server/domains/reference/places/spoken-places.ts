import { type NamedPlace, placeWords, shortNames } from './find-places.ts'

/** A place that a text names as where something is to grow, with the words that name it. */
export interface SpokenPlace {
  id: number
  said: string
}

const letter = 'a-zа-яё'
/** «для Якутска», «в Нижнем Новгороде», «под г. Тверью» */
const phrase = new RegExp(
  `(?<![${letter}])(?:для|во?|под)\\s+(г(?:\\.\\s*|\\s+|ород[ауе]?\\s+))?([а-яё]+(?:[\\s-]+[а-яё]+){0,3})`,
  'giu',
)
const mostWords = 4
/** Below it a single word must be written as a name, with a capital. */
const wellKnown = 5000

/**
 * Words of gardens that sound like places («Роза», «Тара», «Зима» are some); with «город» before them they are places.
 * By their stems.
 */
const common = new Set(
  (
    'пруд урал тар песк кошк хвойн роз зим холм известков солнечн ключ рост ферм пол поселк средн восток крым сад лес ' +
    'парк дач бор луг озер берег камен каменк горк гор лип берез дуб сосн ел рощ клен яблон вишн черемух калин роз ' +
    'ям яр степ болот родник мост улиц дом двор усадьб центр заря мир май октябр юбилейн нов стар больш мал красн бел'
  ).split(' '),
)

/** Endings of names in the nominative, and of nouns and adjectives in the other cases. */
const nominative = /(?:[аыои]я|[ыио]й|[ое]е|[ыи]е|[аеиоыьяй])$/u
const oblique =
  /(?:[ыи]ми|[ое]го|[ое]му|[ыи]х|[ыиое]м|[ое]й|[ую]ю|[ыи]е|[ое]е|[ыи]й|[аи]я|ами|ями|ах|ях|ам|ям|ов|ев|ью|[аеиоуыьюяй])$/u
const shortestStem = 2

/** The vowel that comes and goes: «Орёл», «Орла»; «Елец», «Ельца»; «Химки», «Химок». */
const withoutFleeting = (word: string) => word.replace(/ь?[ео]?([лцкн])$/u, '$1')

function stemsOf(word: string, ending: RegExp): string[] {
  const stem = word.replace(ending, '')
  const bare = stem.length < shortestStem ? word : stem
  return [...new Set([bare, withoutFleeting(bare), ...(ending === oblique ? [word, withoutFleeting(word)] : [])])]
}

/** All keys of these words: each combination of their possible stems. */
const keysOf = (words: readonly string[], ending: RegExp): string[] =>
  words.reduce<string[]>(
    (keys, word) => keys.flatMap(key => stemsOf(word, ending).map(stem => (key === '' ? stem : `${key} ${stem}`))),
    [''],
  )

/** Places named after a preposition, in any case; of several that sound alike, the most populous. */
export function spokenPlaces(all: readonly NamedPlace[]) {
  const byName = new Map<string, NamedPlace>()
  const byKey = new Map<string, NamedPlace>()
  const largest = new Map<number, NamedPlace>()
  const isLarger = (one: NamedPlace, other: NamedPlace | undefined) => !other || one.population > other.population
  for (const place of all) {
    const name = placeWords(place.name).join(' ')
    if (isLarger(place, byName.get(name))) byName.set(name, place)
    for (const key of keysOf(placeWords(place.name), nominative))
      if (isLarger(place, byKey.get(key))) byKey.set(key, place)
    if (isLarger(place, largest.get(place.regionId))) largest.set(place.regionId, place)
  }
  /** As it is written in the gazetteer, otherwise in some other case. */
  function named(said: readonly string[]): NamedPlace | undefined {
    const words = said.flatMap(word => shortNames.get(word.replace(/[аеу]$/u, ''))?.split(' ') ?? [word])
    return (
      byName.get(words.join(' ')) ??
      keysOf(words, oblique)
        .flatMap(key => byKey.get(key) ?? [])
        .reduce<NamedPlace | undefined>((best, place) => (isLarger(place, best) ? place : best), undefined)
    )
  }

  return {
    /** The first place that a text names so. `isOther` accepts words that mean something else, such as plants. */
    find(text: string, isOther: (word: string) => boolean): SpokenPlace | null {
      for (const { 0: whole, 1: kind, 2: after = '' } of text.matchAll(phrase)) {
        const before = whole.slice(0, whole.length - after.length)
        const ends = [...after.matchAll(/[а-яё]+/giu)].map(word => word.index + word[0].length)
        for (const end of ends.slice(0, mostWords).toReversed()) {
          const said = after.slice(0, end)
          const words = placeWords(said)
          const place = named(words)
          if (!place) continue
          const [word = ''] = words
          const isDoubtful =
            words.length === 1 &&
            (isOther(said) ||
              stemsOf(word, oblique).some(stem => common.has(stem)) ||
              (place.population < wellKnown && said === said.toLowerCase()))
          if (kind !== undefined || !isDoubtful) return { id: place.id, said: before + said }
        }
      }
      return null
    },
    /** The most populous place of a region, which stands for it. */
    largestOf: (regionId: number): number | null => largest.get(regionId)?.id ?? null,
  }
}
export type SpokenPlaces = ReturnType<typeof spokenPlaces>
