/**
 * How a word sounds, one letter per sound, so that «Гринспайр», «Гринспаер» and "Greenspire" become similar: `a e i o
 * u`, consonants as in English, `c` ts, `C` ch, `S` sh, `Z` zh, `J` the g of "gem", `h` kh. A cultivar's Latin letters
 * can be read by the rules of several languages; each gives its own sound.
 */
export type Sound = string

const plainCyrillic: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'Z',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  ч: 'C',
  ш: 'S',
  щ: 'S',
  ъ: '',
  ы: 'i',
  ь: '',
  э: 'e',
  ю: 'u',
  я: 'a',
}

const collapse = (sound: string): Sound => sound.replace(/(.)\1+/g, '$1')

function soundOfCyrillic(folded: string): Sound {
  let sound = ''
  for (let at = 0; at < folded.length; at++) {
    const letter = folded[at] ?? ''
    const before = folded[at - 1] ?? ''
    if (letter === 'д' && folded[at + 1] === 'ж') {
      sound += 'J'
      at++
    } else if (letter === 'т' && folded[at + 1] === 'ч') {
      sound += 'C'
      at++
    } else if (letter === 'т' && folded[at + 1] === 'с') {
      sound += 'c'
      at++
    } else if ((letter === 'я' || letter === 'ю') && (before === '' || 'аеиоуыэюяьъ'.includes(before))) {
      sound += letter === 'я' ? 'ia' : 'iu'
    } else sound += plainCyrillic[letter] ?? ''
  }
  return collapse(sound)
}

type Rule = [pattern: RegExp, sound: string]
type Language = Map<string, Rule[]>

/** The letters with which a match of the pattern can begin. */
function firstLetters(pattern: string): string[] {
  const matched = pattern.replace(/\(\?<?[=!][^)]*\)|\^|\(\?:|\)/g, '')
  return matched.split('|').flatMap(each => [...(/^\[(.+?)\]/.exec(each)?.[1] ?? each[0] ?? '')])
}

/** Rules by first letter, tried in order; a pattern may look behind. */
function language(rules: Record<string, string>): Language {
  const list = Object.entries(rules).flatMap(([pattern, sound]) => {
    const rule: Rule = [new RegExp(pattern, 'y'), sound]
    return firstLetters(pattern).map((letter): [string, Rule] => [letter, rule])
  })
  return new Map(
    [...Map.groupBy(list, ([letter]) => letter)].map(([letter, found]) => [letter, found.map(([, rule]) => rule)]),
  )
}

/** Letter by letter, for comparing two spellings in Latin letters. */
const spelling = language({ ph: 'f', c: 'k', j: 'i', q: 'k', w: 'v', x: 'ks', y: 'i' })

const latin = language({
  ae: 'e',
  oe: 'e',
  ch: 'h',
  'c(?=[eiy]|ae|oe)': 'c',
  c: 'k',
  ph: 'f',
  th: 't',
  rh: 'r',
  qu: 'kv',
  q: 'k',
  x: 'ks',
  y: 'i',
  j: 'i',
  '(?<=[aeiouy])s(?=[aeiouy])': 'z',
  'ti(?=[aou])': 'ci',
  // "Dawn" is also written «Даун», letter by letter.
  '(?<=[aeo])w(?![aeiouy])': 'u',
  w: 'v',
})

const mute = '[bcdfgklmnprstvz]'
const english = language({
  [`a(?=${mute}e(?:s|d|$))`]: 'ei',
  'ai|ay': 'ei',
  'au|aw': 'o',
  'a(?=ll)': 'o',
  ch: 'C',
  ck: 'k',
  'c(?=[eiy])': 's',
  c: 'k',
  'dge?(?=[^a-z]|$)': 'J',
  // "Limelight": in a compound of two words, the first ends in a silent e.
  [`(?<=[aiou]${mute})e(?=[bcdfghklmnpst])`]: '',
  eigh: 'ei',
  eau: 'o',
  'ea|ee': 'i',
  ey$: 'i',
  ew: 'u',
  e$: '',
  'gh(?=t|$)': '',
  'g(?=[eiy])': 'J',
  igh: 'ai',
  'i(?=nd$|ld$)': 'ai',
  [`i(?=${mute}e)`]: 'ai',
  ie$: 'i',
  j: 'J',
  '^kn': 'n',
  mn$: 'm',
  oo: 'u',
  ou: 'au',
  ow: 'ou',
  oa: 'o',
  'oi|oy': 'oi',
  ph: 'f',
  qu: 'kv',
  q: 'k',
  sh: 'S',
  tion: 'Sn',
  ssion: 'Sn',
  sion: 'Zn',
  tch: 'C',
  th: 't',
  ue: 'u',
  [`u(?=${mute}e)`]: 'u',
  [`u(?=${mute}{2}|[bcdfgmnpt]$)`]: 'a',
  wh: 'v',
  wr: 'r',
  w: 'v',
  '^x': 'z',
  x: 'ks',
  '(?<=^[^aeiou]+)y$': 'ai',
  '(?<=^sk)y': 'ai',
  [`y(?=${mute}e)`]: 'ai',
  y: 'i',
})

const german = language({
  sch: 'S',
  '^s(?=[tp])': 'S',
  's(?=[aeiouäöü])': 'z',
  ß: 's',
  ch: 'h',
  ck: 'k',
  c: 'k',
  'ei|ai|ey|ay': 'ai',
  ie: 'i',
  eu: 'oi',
  äu: 'oi',
  ae: 'e',
  oe: 'e',
  ue: 'u',
  ä: 'e',
  ö: 'e',
  ü: 'u',
  v: 'f',
  w: 'v',
  tz: 'c',
  th: 't',
  z: 'c',
  j: 'i',
  ph: 'f',
  qu: 'kv',
  q: 'k',
  x: 'ks',
  y: 'i',
  '(?<=[aeiouäöü])h(?![aeiouäöü])': '',
})

const french = language({
  'eaux?|aux?': 'o',
  ou: 'u',
  oi: 'ua',
  'ai|ei': 'e',
  aî: 'e',
  'eu|œu': 'e',
  'é|è|ê|ë': 'e',
  e$: '',
  es$: '',
  ch: 'S',
  ç: 's',
  'c(?=[eiyéè])': 's',
  c: 'k',
  j: 'Z',
  'g(?=[eiyéè])': 'Z',
  gn: 'n',
  gu: 'g',
  qu: 'k',
  ill: 'i',
  'in(?![aeiouyn])': 'en',
  'en(?![aeiouyn])': 'an',
  h: '',
  ph: 'f',
  dt$: '',
  '[dtpszx]$': '',
  'â|à': 'a',
  ô: 'o',
  û: 'u',
  î: 'i',
  '(?<=[aeiouy])s(?=[aeiouyé])': 'z',
  x: 'ks',
  y: 'i',
  w: 'v',
})

/** Transliterated Russian, by any of the usual systems. */
const russian = language({
  shch: 'S',
  sch: 'S',
  sh: 'S',
  ch: 'C',
  zh: 'Z',
  kh: 'h',
  'ts|tc|tz': 'c',
  '(?<=[bcdfgklmnprstvxzh])(?:ya|ja)': 'a',
  '(?<=[bcdfgklmnprstvxzh])(?:yu|ju)': 'u',
  '(?:yo|jo)': 'e',
  '(?:ye|je)': 'e',
  c: 'c',
  x: 'ks',
  q: 'k',
  w: 'v',
  j: 'i',
  y: 'i',
})

function read(word: string, rules: Language): Sound {
  let sound = ''
  for (let at = 0; at < word.length;) {
    const letter = word[at] ?? ''
    const rule = rules.get(letter)?.find(([pattern]) => {
      pattern.lastIndex = at
      return pattern.test(word)
    })
    if (rule) {
      sound += rule[1]
      at = Math.max(rule[0].lastIndex, at + 1)
    } else {
      sound += letter
      at++
    }
  }
  return collapse(sound.replace(/[^a-zCSZJ]/g, ''))
}

const unaccented = (word: string) =>
  word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')

/** The sounds of a word in the directory; `written` is in lower case with accents. */
export function soundsOfName(written: string): Sound[] {
  if (/[а-яё]/.test(written)) return [soundOfCyrillic(written.replaceAll('ё', 'е'))]
  const plain = unaccented(written)
  return [
    ...new Set([
      read(plain, spelling),
      read(plain, latin),
      unaccented(read(plain, english)),
      unaccented(read(written, german)),
      unaccented(read(written, french)),
      read(plain, russian),
    ]),
  ].filter(sound => sound.length > 1)
}

/**
 * The possible sounds of a folded word in a text. Latin letters are spelled as in a catalogue, or are transliterated
 * Russian.
 */
export function soundsOfText(folded: string): Sound[] {
  const found = /[а-я]/.test(folded) ? [soundOfCyrillic(folded)] : [read(folded, spelling), read(folded, russian)]
  return [...new Set(found)].filter(sound => sound.length > 1)
}

/**
 * Latin adjectives agree with the gender of the genus, but sellers ignore it: 'Aurea', "Aureum". Null for other words.
 */
export const withoutGender = (sound: Sound): Sound | null =>
  sound.length > 4 && /(?:a|um|us)$/.test(sound) ? sound.replace(/(?:a|um|us)$/, 'A') : null

const voiceless: Record<string, string> = {
  b: 'p',
  v: 'f',
  g: 'k',
  d: 't',
  z: 's',
  c: 's',
  Z: 's',
  J: 's',
  C: 's',
  S: 's',
}

/** The consonants alone, without distinguishing voiced from voiceless: what remains if vowels are written by ear. */
export const skeletonOf = (sound: Sound) =>
  collapse(sound.replace(/[aeiouh]/g, '').replace(/./g, letter => voiceless[letter] ?? letter))

const near = new Map<string, number>()
for (const pair of 'bp vf gk dt ZS zs'.split(' ')) near.set(pair, 0.4)
for (const pair of 'sc zc CS JZ Jg JC hk hg vu ck Ss zZ ts tz kc ht'.split(' ')) near.set(pair, 0.5)
for (const [pair, cost] of [...near]) near.set([...pair].reverse().join(''), cost)

const isVowel = (code: number) => code === 97 || code === 101 || code === 105 || code === 111 || code === 117
const replacing = new Float32Array(128 * 128).fill(1)
const dropping = new Float32Array(128).fill(1)
for (let one = 0; one < 128; one++) {
  if (isVowel(one)) dropping[one] = 0.6
  for (let other = 0; other < 128; other++) {
    if (one === other) replacing[one * 128 + other] = 0
    else if (isVowel(one) && isVowel(other)) replacing[one * 128 + other] = 0.45
    else replacing[one * 128 + other] = near.get(String.fromCharCode(one, other)) ?? 1
  }
}
dropping['i'.charCodeAt(0)] = 0.45
dropping['h'.charCodeAt(0)] = 0.5

const longest = 48
const cheapest = 0.45
const rows = [0, 1, 2].map(() => new Float32Array(longest + 1))

/**
 * The distance of two sounds: letters dropped, added, replaced or swapped, with lower costs for those often confused.
 * Infinity above `most`.
 */
export function soundDistance(one: Sound, other: Sound, most: number): number {
  if (one === other) return 0
  const n = Math.min(one.length, longest)
  const m = Math.min(other.length, longest)
  if (Math.abs(n - m) * cheapest > most) return Infinity
  let [older, before, row] = rows as [Float32Array, Float32Array, Float32Array]
  // Beyond this many dropped letters from the diagonal, every distance exceeds `most`.
  const band = Math.ceil(most / cheapest)
  before[0] = 0
  for (let j = 1; j <= Math.min(m, band + 1); j++) {
    before[j] = j > band ? Infinity : (before[j - 1] ?? 0) + (dropping[other.charCodeAt(j - 1)] ?? 1)
  }
  for (let i = 1; i <= n; i++) {
    const a = one.charCodeAt(i - 1)
    const cost = dropping[a] ?? 1
    const from = Math.max(1, i - band)
    const to = Math.min(m, i + band)
    row[from - 1] = from === 1 ? (before[0] ?? 0) + cost : Infinity
    let least = row[from - 1] ?? 0
    for (let j = from; j <= to; j++) {
      const b = other.charCodeAt(j - 1)
      let best = (before[j - 1] ?? 0) + (replacing[a * 128 + b] ?? 1)
      const dropped = (before[j] ?? 0) + cost
      if (dropped < best) best = dropped
      const added = (row[j - 1] ?? 0) + (dropping[b] ?? 1)
      if (added < best) best = added
      if (i > 1 && j > 1 && a === other.charCodeAt(j - 2) && b === one.charCodeAt(i - 2)) {
        best = Math.min(best, (older[j - 2] ?? 0) + 0.8)
      }
      row[j] = best
      if (best < least) least = best
    }
    if (to < m) row[to + 1] = Infinity
    if (least > most) return Infinity
    ;[older, before, row] = [before, row, older]
  }
  const distance = before[m] ?? Infinity
  return distance <= most ? distance : Infinity
}
