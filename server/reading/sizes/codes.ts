import type { Form, Root, Span } from '#contract/variants.ts'
import { foldLetters } from './fold.ts'

/** The meaning of a trade term. `counted` words follow a number: «3 ствола», "3xv", «12 шт». */
export type Meaning =
  | { is: 'form'; form: Form }
  | { is: 'measure'; measure: Span | 'stem_height'; form?: Form }
  | { is: 'trunk_or_crown_diameter' }
  | { is: 'trunk_diameter' }
  | { is: 'root'; roots: Root[] }
  | { is: 'unit'; unit: Unit }
  | { is: 'stems'; form?: Form; stems?: number }
  | { is: 'transplanted' }
  | { is: 'end'; end: 'from' | 'to' }
  | { is: 'other_number' }
  | { is: 'other_label' }
  | { is: 'little_word' }

export type Unit = 'mm' | 'cm' | 'm' | 'l' | 'cells'

/**
 * The conditions under which a word is the code:
 * - `number`: only before a number ("C10", "Pa 220");
 * - `letter`: the same, and a lower-case Cyrillic letter needs the number without a space: «с 10 штук» is a
 * preposition;
 * - `glued`: the number without a space ("K40", "D9");
 * - `capital`: upper-case and without a number;
 * - `latin`: at least one Latin letter, because all in Cyrillic it is another word («на», «со»).
 */
type Stands = 'number' | 'letter' | 'glued' | 'capital' | 'latin'

interface Code {
  /** A phrase contains spaces; `*` stands for any ending. Look-alike letters count as equal (fold.ts). */
  words: string[]
  means: Meaning
  stands?: Stands
}

const form = (value: Form, words: string[], stands?: Stands): Code => ({
  words,
  means: { is: 'form', form: value },
  stands,
})
const measure = (value: Span | 'stem_height', words: string[], stands?: Stands): Code => ({
  words,
  means: { is: 'measure', measure: value },
  stands,
})
const root = (roots: Root[], words: string[], stands?: Stands): Code => ({
  words,
  means: { is: 'root', roots },
  stands,
})
const unit = (value: Unit, words: string[]): Code => ({ words, means: { is: 'unit', unit: value } })

/** The terms of price lists and schedules. docs/notation.md documents them; a test compares the two. */
export const codes: Code[] = [
  // Russian price lists: «С3», "C7,5", "Co 10"; docs/notation.md explains container codes.
  root(['container'], ['C'], 'letter'),
  root(['container'], ['Co'], 'latin'),
  root(['container'], ['V'], 'glued'),
  root(['container'], ['CT', 'кт'], 'number'),
  root(['container'], ['конт', 'контейнер*', 'ведро', 'ведре', 'cont', 'container', 'pojemnik*', 'topfcontainer']),
  // P9 is a square pot of 9 × 9 cm; D is the diameter of a round one.
  root(['container'], ['clt'], 'number'),
  root(['pot'], ['vaso', 'vaso Ø'], 'number'),
  root(['pot'], ['P'], 'letter'),
  root(['pot'], ['D', 'П'], 'glued'),
  root(['pot'], ['гор'], 'number'),
  root(['pot'], ['горшок', 'горшк*', 'горшоч*', 'горш', 'pot', 'topf', 'potmaat', 'doniczk*']),
  // Forest nurseries: «К40» is a tray of forty cells.
  root(['tray'], ['K'], 'glued'),
  root(['tray'], ['кассет*', 'касс', 'кас', 'multiplate*', 'quickpot*', 'plug', 'plugs', 'плаг', 'tray']),
  // Balls, in the English abbreviations of Dutch and Polish lists, the German ones (mB, mDb) and in words.
  root(
    ['ball'],
    [
      'RB',
      'rootball',
      'root ball',
      'ком',
      'кома',
      'комом',
      'ком* земли',
      'диам* ком*',
      'Ø ком*',
      'земляной ком',
      'зем* ком*',
      'земляным комом',
      'прикорн* ком*',
      'мешковин*',
      'ballen',
      'mit ballen',
      'm ballen',
      'kluit',
      'bryła',
      'z bryłą',
      'zolla',
    ],
  ),
  // «ЗК» with centimetres is a ball of earth; with litres a closed root, which is a contradiction here, so a doubt.
  root(['ball'], ['ЗК'], 'number'),
  root(['ball'], ['mB', 'B B', 'balled'], 'latin'),
  root(['ball'], ['диам* кома', 'd кома', 'д кома', 'Ø кома', 'размер* кома', 'р р кома']),
  root(
    ['wire_ball'],
    ['WRB', 'RWB', 'мет корзин*', 'метал* корзин*', 'провол* корзин*', 'корзина', 'корзине', 'корзиной'],
  ),
  root(
    ['wire_ball'],
    [
      'мет сетк*',
      'метал* сетк*',
      'провол* сетк*',
      'сетка',
      'сетке',
      'сеткой',
      'mDb',
      'Drahtballen',
      'ballen mit draht',
      'draadkluit',
      'wire basket',
      'wire ball',
      'dkl',
    ],
  ),
  root(
    ['bare_root'],
    [
      'ОКС',
      'BR',
      'bare root',
      'гол* корень',
      'голокорнев*',
      'гол* корн*',
      'корень гол*',
      'корни гол*',
      'без кома',
      'без ком* земли',
      'без земляного кома',
      'ohne ballen',
      'o ballen',
      'without ball',
      'wurzelnackt',
      'wortelgoed',
      'goły korzeń',
    ],
  ),
  root(
    ['bare_root'],
    [
      'откр* КС',
      'откр* корн* систем*',
      'откр* корень',
      'откр* корн*',
      'оголен* корн*',
      'відкрит* корен*',
      'kale wortel*',
    ],
  ),
  root(['bare_root'], ['oB', 'B R'], 'latin'),
  root(['bare_root'], ['о к', 'о к с']),
  // A closed root system is in a container or a pot: a container, unless a size says otherwise.
  root(
    ['container', 'pot', 'tray'],
    ['ЗКС', 'з к', 'з к с', 'закр* КС', 'закр* корн* систем*', 'закр* корень', 'закр* корн*', 'closed root*'],
  ),

  // H means a height with a number and a standard without one (reader.ts); the other German forms are unambiguous.
  measure('height', ['H'], 'letter'),
  measure('height', ['выс', 'высот*', 'height', 'höhe', 'hoehe', 'hoogte', 'wys', 'wysokosc', 'wysokość']),
  measure('height', ['рост', 'рост раст*', 'высот* раст*', 'выс раст*', 'ht'], 'number'),
  measure('spread', ['шир', 'ширин*', 'крон*', 'диам* крон*', 'Ø крон*', 'd крон*', 'width', 'spread', 'breite']),
  measure('girth', [
    'обхв',
    'обхват*',
    'обхв* ствол*',
    'обхв* ств',
    'окружн*',
    'окружн* ствол*',
    'окружн* ств',
    'girth',
  ]),
  measure(
    'girth',
    ['об', 'обх', 'окр', 'об ств', 'об ствол*', 'обх ств', 'обх ствол*', 'окр ств', 'окр ствол*'],
    'number',
  ),
  measure('spread', ['кр', 'ш'], 'number'),
  measure('girth', ['circ', 'circonferenza'], 'number'),
  measure('girth', ['StU', 'Stammumfang', 'Umfang', 'obwod', 'obwód'], 'number'),
  // The stem up to the graft or the crown.
  measure('stem_height', ['Pa', 'Па', 'Sta', 'Sth', 'St'], 'number'),
  measure('stem_height', ['выс* штамб*', 'h штамб*']),
  measure('stem_height', ['h шт', 'выс шт', 'Stamm', 'Stammhöhe'], 'number'),
  measure(
    'stem_height',
    ['прививк*', 'прививк* на', 'прививк* на выс*', 'привит* на', 'привит* на выс*', 'прив на', 'прив на выс*'],
    'number',
  ),
  {
    words: ['штамб', 'штамба', 'штамбе', 'штамбом'],
    means: { is: 'measure', measure: 'stem_height', form: 'standard' },
  },
  {
    words: ['полуштамб', 'полуштамба', 'полуштамбе', 'полуштамбом'],
    means: { is: 'measure', measure: 'stem_height', form: 'half_standard' },
  },
  // A diameter is not a girth: 6 cm across are 19 cm around.
  {
    words: ['диам* ствол*', 'толщин* ствол*', 'Ø ствол*', 'd ствол*', 'диам* ств', 'Ø ств', 'd ств'],
    means: { is: 'trunk_diameter' },
  },
  { words: ['Ø', 'диам', 'диаметр*', 'd'], means: { is: 'trunk_or_crown_diameter' } },

  form('standard', ['H'], 'capital'),
  form('standard', ['штамбов*', 'Hst', 'Hochstamm', 'standard']),
  form('half_standard', ['ha'], 'latin'),
  form('half_standard', ['полуштамбов*', 'Halbstamm']),
  form('solitaire', ['Sol', 'солитер*', 'solitair', 'solitaire', 'Solitär', 'soliter', 'solitary', 'Einzelstand']),
  form('shrub', ['Str', 'куст', 'кустом', 'кустовая форма', 'Strauch']),
  form('hedge', ['изгородь', 'изгороди', 'изгородей', 'жив* изгород*', 'hedge', 'Hecke']),
  form('topiary', ['топиар*', 'стрижен*', 'topiary']),
  form('espalier', ['шпалер*', 'espalier', 'Spalier']),
  form('young', ['сеянец', 'сеянцы', 'подвой', 'подвои', 'seedling']),
  form('multistem', [
    'MSt',
    'multistem',
    'multi stem',
    'многоств',
    'мн ств*',
    'мн/ств*',
    'многоствольн*',
    'мультиштамб*',
    'мультистем*',
  ]),

  // After a number: «3-ствольный» means the form, «3 ствола» only the number.
  { words: ['ствольн*'], means: { is: 'stems', form: 'multistem' } },
  { words: ['ств', 'ствол', 'ствола', 'стволов', 'stem', 'stems'], means: { is: 'stems' } },
  { words: ['двуствольн*', 'двухствольн*'], means: { is: 'stems', form: 'multistem', stems: 2 } },
  { words: ['трехствольн*'], means: { is: 'stems', form: 'multistem', stems: 3 } },
  // German verpflanzt; «3хв» is its Cyrillic spelling.
  {
    words: [
      'xv',
      'хв',
      'x v',
      'x пер',
      'x пересаж*',
      'перес',
      'пересаж*',
      'пересад*',
      'раз пересаж*',
      'раза пересаж*',
      'x verpfl*',
    ],
    means: { is: 'transplanted' },
  },
  { words: ['кратн* пересаж*', 'кратн* пересад*', 'кр пересаж*', 'кр пересад*'], means: { is: 'transplanted' } },

  unit('cm', ['см', 'сантиметр*']),
  unit('mm', ['мм', 'миллиметр*']),
  unit('m', ['м', 'метр*']),
  unit('l', ['л', 'l', 'литр*', 'ltr', 'lit', 'litr*', 'liter*']),
  unit('cells', ['яч', 'ячеек', 'ячейки', 'ячейка']),
  { words: ['от', 'свыше', 'более', 'не менее', 'не ниже', 'и выше', 'и более'], means: { is: 'end', end: 'from' } },
  { words: ['до', 'не более', 'не выше'], means: { is: 'end', end: 'to' } },
  // Numbers that are not sizes: quantity, age, price.
  {
    words: [
      'шт',
      'штук*',
      'экз*',
      'руб*',
      'р',
      'лет',
      'год*',
      'летн*',
      'побег*',
      'кг',
      'упак*',
      'уп',
      'месяц*',
      'Stk',
      'Stück',
    ],
    means: { is: 'other_number' },
  },
  // These words determine the meaning of the number after them.
  { words: ['зона', 'зоны', 'зоне', 'арт', 'артикул', 'код', 'цена', 'ГОСТ'], means: { is: 'other_label' } },
  { words: ['на', 'в', 'с', 'со', 'для', 'из'], means: { is: 'little_word' } },
]

/** One spelling of a code: the folded words of the phrase; `open` ones may have any ending. */
export interface Spelling {
  words: { start: string; open: boolean }[]
  means: Meaning
  stands: Stands | undefined
}

const spellings: Spelling[] = codes.flatMap(({ words, means, stands }) =>
  words.map(phrase => ({
    words: phrase.split(' ').map(word => ({ start: foldLetters(word.replace('*', '')), open: word.endsWith('*') })),
    means,
    stands,
  })),
)

/** By first letter, longest phrase first: «выс. штамба» before «выс.». */
const byLetter = Map.groupBy(
  spellings.toSorted((one, other) => other.words.length - one.words.length),
  ({ words }) => words[0]?.start[0] ?? '',
)

/** The spellings that begin with the word `folded`, longest phrase first. */
export const spellingsOf = (folded: string): Spelling[] =>
  (byLetter.get(folded[0] ?? '') ?? []).filter(({ words }) => words[0] !== undefined && fits(folded, words[0]))

export const fits = (folded: string, { start, open }: { start: string; open: boolean }) =>
  open ? folded.startsWith(start) : folded === start
