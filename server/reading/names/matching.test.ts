import { beforeAll, describe, expect, it } from 'vitest'
import { readDirectory } from '#server/seed/botany/read-directory.ts'
import { matchName } from './match-name.ts'
import { buildNameIndex, buildNameIndexInTurns, type NameIndex } from './name-index.ts'
import { nameParts } from './name-parts.ts'
import { suggestNames } from './suggest-names.ts'
import { latinNameFinder, namesOf } from './test-forms/directory-names.ts'
import { evaluate, readForms } from './test-forms/evaluate.ts'

const names = namesOf(readDirectory())
const latinNames = new Map(names.map(({ id, latinName }) => [id, latinName]))
const genera = new Map(names.map(({ genus }) => [genus.id, genus.name]))
let index: NameIndex

beforeAll(() => {
  index = buildNameIndex(names)
})

const match = (text: string, section?: string) => {
  const { plant, candidates, genus, ...others } = matchName(index, text, { section })
  return {
    ...others,
    plant: plant && latinNames.get(plant.id),
    candidates: candidates.map(({ id }) => latinNames.get(id)),
    genus: genus && genera.get(genus),
  }
}

describe('written forms', () => {
  const forms = readForms()

  it('are many and unique', () => {
    expect(forms.length).toBeGreaterThanOrEqual(1000)
    expect(new Set(forms.map(({ text, section }) => `${text}\t${section}`)).size).toBe(forms.length)
  })

  it('refer to plants of the directory', () => {
    const idOf = latinNameFinder(names)
    expect(forms.filter(({ expected }) => expected !== null && idOf(expected) === undefined)).toEqual([])
  })

  it.each(['tuned', 'held_out'] as const)('are matched: the half %s', half => {
    const { precision, found, offered } = evaluate(
      index,
      names,
      forms.filter(form => form.half === half),
    )
    expect(precision).toBeGreaterThanOrEqual(0.98)
    expect(found).toBeGreaterThanOrEqual(0.92)
    expect(offered).toBeGreaterThanOrEqual(0.9)
  })
})

describe('an answer', () => {
  it('is the species when no cultivar is named', () => {
    expect(match('Туя западная 150-200')).toMatchObject({ plant: 'Thuja occidentalis', rest: '150-200' })
  })

  it('is the genus when nothing else is named', () => {
    expect(match('Туи')).toMatchObject({ plant: null, genus: 'Туя', rest: '' })
    expect(match('Липы 14-16')).toMatchObject({ plant: null, genus: 'Липа', rest: '14-16' })
  })

  it('is a list when the cultivar is unknown: the species first, and no other cultivar', () => {
    const { plant, candidates, genus } = match("Туя западная 'Изумрудный Рассвет'")
    expect([plant, candidates[0], genus]).toEqual([null, 'Thuja occidentalis', 'Туя'])
    expect(match('Туя складчатая Смарагд').plant).toBeNull()
  })

  it('is a list when two plants match equally well', () => {
    const { plant, candidates } = match('Смарагд')
    expect(plant).toBeNull()
    expect(candidates).toContain("Thuja occidentalis 'Smaragd'")
  })

  it('takes genus and species from the section', () => {
    expect(match('Смарагд С5', 'Туи').plant).toBe("Thuja occidentalis 'Smaragd'")
    expect(match('Глаука', 'Ель колючая').plant).toBe("Picea pungens 'Glauca'")
    expect(match('Сосна горная', 'Ели').plant).toBe('Pinus mugo')
  })

  it('is empty for goods other than plants', () => {
    expect(match('Кора лиственницы сибирской').plant).toBeNull()
    expect(match('Удобрение для туи западной').plant).toBeNull()
  })

  it('shows which words it understood', () => {
    expect(match('nez cvfhful')).toMatchObject({ plant: "Thuja occidentalis 'Smaragd'", corrected: 'туя смарагд' })
    expect(match('ергоф')).toMatchObject({ genus: 'Туя', corrected: 'thuja' })
    expect(match('можевельник казацкий').corrected).toBe('можжевельник казацкий')
    expect(match('Туя западная Смарагд').corrected).toBeNull()
    // A transliteration does not count as a typo.
    expect(match('tuya smaragd')).toMatchObject({ plant: "Thuja occidentalis 'Smaragd'", corrected: null })
  })

  it('returns the text that is not part of the name', () => {
    expect(match("Клён остролистный 'Crimson King'® 16-18 4xv WRB, 20 шт").rest).toBe('16-18 4xv WRB, 20 шт')
    expect(match('10 шт Липа мелколистная Greenspire, ком 60').rest).toBe('10 шт ком 60')
  })
})

describe('a name that the directory does not have', () => {
  // The directory grows: it is read here without the plants that these names mean.
  const missing = new Set(["Rosa 'Ascot'", "Weigela 'Minuet'", 'Rubus chamaemorus', 'Tilia sibirica'])
  let smaller: NameIndex
  beforeAll(() => {
    smaller = buildNameIndex(names.filter(({ latinName }) => !missing.has(latinName)))
  })

  // What is in quotes and differs, or only resembles a cultivar, is never certain.
  it.each([
    "Rosa 'Ascot'",
    'Роза «Аскот»',
    "Weigela 'Minuet'",
    'Weigela Minuet',
    'Вейгела Минуэт',
    "Thuja occidentalis 'Smargd'",
  ])('is not matched to a stranger: %s', text => expect(matchName(smaller, text).plant).toBeNull())

  it.each([
    'Incognita nobilis',
    'Incognita palmatum',
    'Incognita vernalis',
    'Морошка',
    'Валун',
    'Инкогнита благородная',
  ])('has no candidates of other genera: %s', text =>
    expect(matchName(smaller, text)).toMatchObject({ plant: null, candidates: [] }),
  )

  it('has no candidates of other genera than it names', () => {
    const ofOthers = matchName(smaller, 'Tilia sibirica', { limit: 10 }).candidates.filter(
      ({ id }) => !latinNames.get(id)?.startsWith('Tilia'),
    )
    expect(ofOthers).toEqual([])
  })
})

describe('names as the trade writes them', () => {
  it('of one trade name are no genus with a species', () => {
    const parts = nameParts({
      ...{ id: 1, genus: { id: 1, name: 'Пузыреплодник', latinName: 'Physocarpus' } },
      ...{ name: "калинолистный 'Coppertina'", latinName: "Physocarpus opulifolius 'Mindia'" },
      ...{ synonyms: "Roseraie de l'Haÿ", tradeNames: "Diable d'Or; You and Me" },
    })
    expect(parts.others).toEqual({ genus: [], species: [], whole: [] })
    expect(parts.cultivars).toEqual([
      ...[['mindia'], ['coppertina'], ['roseraie', 'de', 'lhaÿ']],
      ...[
        ['diable', 'dor'],
        ['you', 'and', 'me'],
      ],
    ])
  })

  it.each([
    ['Р-н Кэннингемс Уайт', "Rhododendron 'Cunningham's White'"],
    ['Р-н катевбинский', 'Rhododendron catawbiense'],
    ['Липа м/л 16-18', 'Tilia cordata'],
    ['Клён остролистный кр/л', 'Acer platanoides'],
    ['Барбарис кр/л Тунберга', 'Berberis thunbergii'],
    ['Липа кр/л 16-18', 'Tilia platyphyllos'],
    ['Сосна горная Па 220', 'Pinus mugo'],
    ['Ива козья Па 220', 'Salix caprea'],
    ['Клён остролистный Глобозум Па 220', "Acer platanoides 'Globosum'"],
    ["Physocarpus opulifolius Diable D'Or", "Physocarpus opulifolius 'Mindia'"],
    ["Пузыреплодник Диабль д'Ор", "Physocarpus opulifolius 'Mindia'"],
    ['Пузыреплодник калинолистный', 'Physocarpus opulifolius'],
    ['Populus tremula Erecta', "Populus tremula 'Erecta'"],
    ['Асимина трилоба', 'Asimina triloba'],
    ['Филлостахис золотистый', 'Phyllostachys aurea'],
    ["Спирея японская 'Голдфлейм'", "Spiraea japonica 'Goldflame'"],
    ["Туя западная 'Смарагт'", "Thuja occidentalis 'Smaragd'"],
  ])('are understood: %s', (text, plant) => expect(match(text)).toMatchObject({ plant }))

  it.each([
    ['асимина', 'Азимина'],
    ['ревень', 'Ревень'],
    ['Р-н', 'Рододендрон'],
    ['Филлостахис', 'Листоколосник'],
  ])('name a genus: %s', (text, genus) => expect(match(text)).toMatchObject({ genus }))
})

describe('a single word that names no genus', () => {
  // Without a section above it: nothing else says what plant it is.
  it.each([
    ['Гринспайр', "Tilia cordata 'Greenspire'"],
    ['Greenspire', "Tilia cordata 'Greenspire'"],
    ['Аннабель', "Hydrangea arborescens 'Annabelle'"],
    ['Анабель', "Hydrangea arborescens 'Annabelle'"],
    ['Дьяболо', "Physocarpus opulifolius 'Monlo'"],
    ['Папировка', "Malus domestica 'Papirovka'"],
    ['Кодрянка', "Vitis vinifera 'Codreanca'"],
    ['Хольгер', "Juniperus squamata 'Holger'"],
    ['Блюкроп', "Vaccinium corymbosum 'Bluecrop'"],
  ])('is a plant if it is spelled like one cultivar alone: %s', (text, plant) => {
    expect(match(text)).toMatchObject({ plant })
  })

  it.each([
    // Two words are no chance.
    ['Кримсон Кинг', "Acer platanoides 'Crimson King'"],
    ['Красавица Москвы', "Syringa vulgaris 'Krasavitsa Moskvy'"],
    ['Белый налив', "Malus domestica 'Bely Naliv'"],
  ])('is joined by another: %s', (text, plant) => {
    expect(match(text)).toMatchObject({ plant })
  })

  it.each(
    `Малинка Гринспаер Гринспайеры Лаймлайта Лимлайт Лаймлайт Смарагды Аннабелли Ниваль Давида Симона Брауна Энгельмана
    Рубин Надежда Глория Сапфир Комета Космос Коралл Коралловый Жемчуг Кардинал Вьюга Пингвин Луиза Наташа Эльбрус
    Богатырь Черномор Кристалл Регина Водолей Минима Минимус Плюмоза Северная Фестивальная Мраморная Русский
    Cardinal Gloria Rubin Regina Minima Смарагд Ауреа Компакта Нана Звезда Принцесса Бронза`
      .split(/\s+/)
      .filter(Boolean),
  )('is asked about if it is inflected, mistyped or the name of many: %s', text => {
    expect(match(text)).toMatchObject({ plant: null })
  })

  it.each('Саженец Саженцы Доставка Скидка Итого Новинки Посадка Упаковка Разгрузка Хвойники Крупномеры'.split(' '))(
    'is nothing if it is no name: %s',
    text => {
      expect(match(text)).toMatchObject({ plant: null })
    },
  )

  it('is the plant as soon as a section or the genus says so', () => {
    expect(match('Рубин', 'Брусника')).toMatchObject({ plant: "Vaccinium vitis-idaea 'Rubin'" })
    expect(match('Лаймлайта', 'Гортензия метельчатая')).toMatchObject({ plant: "Hydrangea paniculata 'Limelight'" })
    expect(match('Сирень Надежда')).toMatchObject({ plant: "Syringa vulgaris 'Nadezhda'" })
    expect(match('Смарагды', 'Туя западная')).toMatchObject({ plant: "Thuja occidentalis 'Smaragd'" })
  })

  it('has the plant among its candidates', () => {
    for (const [text, plant] of [
      ['Гринспаер', "Tilia cordata 'Greenspire'"],
      ['Рубин', "Vaccinium vitis-idaea 'Rubin'"],
      ['Малинка', "Pinus heldreichii 'Malinki'"],
    ] as const)
      expect(match(text).candidates).toContain(plant)
  })
})

describe('hostile texts', () => {
  const hostile = {
    nothing: '',
    'signs alone': '\'"«»()—…'.repeat(500),
    'one letter 4,000 times': 'а'.repeat(4000),
    'one word 4,000 letters long': 'смарагд'.repeat(600),
    'a thousand equal tokens': 'блю '.repeat(1000),
    'a thousand genera': 'туя ель роза клён липа '.repeat(200),
    abbreviations: 'а. б. в. г. д. к. л. м. п. с. т. р. о. '.repeat(100),
    'common words': 'golden blue red white pink queen star gold princess '.repeat(100),
    'unpaired surrogates': '\ud800туя\udfff '.repeat(300),
    'accents upon accents': `туя${'\u0301'.repeat(3000)}`,
    'Latin and Cyrillic by turns': 'tаyеsмaр'.repeat(300),
    numbers: '1234567890 '.repeat(400),
  }

  it.each(Object.entries(hostile))('are read within bounded time: %s', (_, text) => {
    index.remembered.hits.clear()
    const before = process.cpuUsage()
    const found = matchName(index, text, { section: text, limit: 1_000_000 })
    suggestNames(index, text, 1_000_000)
    const { user, system } = process.cpuUsage(before)
    expect(user + system).toBeLessThan(1_000_000)
    expect(found.candidates.length).toBeLessThanOrEqual(20)
  })

  it('do not grow the caches without limit', () => {
    for (let at = 0; at < 25_000; at++) matchName(index, `слово${at.toString(36)}`, { section: `раздел ${at}` })
    expect(index.remembered.hits.size).toBeLessThanOrEqual(20_000)
    expect(index.remembered.sections.size).toBeLessThanOrEqual(1001)
  })
})

describe('suggestions', () => {
  const suggest = (typed: string, limit = 10) =>
    suggestNames(index, typed, limit).map(({ kind, id }) => (kind === 'genus' ? genera.get(id) : latinNames.get(id)))

  it('are genera and plants that start with the text', () => {
    expect(suggest('ту')[0]).toBe('Туя')
    expect(suggest('туя')).toContain('Thuja occidentalis')
    expect(suggest('смар')).toContain("Thuja occidentalis 'Smaragd'")
    expect(suggest('липа грин')).toContain("Tilia cordata 'Greenspire'")
    expect(suggest('thuj')[0]).toBe('Туя')
  })

  it('accept abbreviations and the other keyboard layout', () => {
    expect(suggest('туя зап см')).toContain("Thuja occidentalis 'Smaragd'")
    expect(suggest('nez cv')).toContain("Thuja occidentalis 'Smaragd'")
  })

  it('are empty for unknown text, and limited to the requested number', () => {
    expect(suggest('щщщщ')).toEqual([])
    expect(suggest('а', 7)).toHaveLength(7)
  })
})

it('builds the same index in short steps, and yields between them', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const other = await buildNameIndexInTurns(names)
  clearInterval(timer)
  expect(other).toEqual(buildNameIndex(names))
  expect(turns).toBeGreaterThan(5)
})

it('reads 2,000 lines a second against 5,000 plants', () => {
  const more = names.slice(0, 5000 - names.length).map(plant => ({
    ...plant,
    id: plant.id + 100_000,
    name: `${plant.name.replace(/ '.*/, '')} 'Сорт ${plant.id}'`,
    latinName: `${plant.latinName.replace(/ '.*/, '')} 'Sort ${plant.id}'`,
    synonyms: '',
  }))
  const large = buildNameIndex([...names, ...more])
  const forms = readForms()
  const run = () => {
    for (const { text, section } of forms) matchName(large, text, { section })
  }
  run()
  // CPU time, because the machine is shared.
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  expect((forms.length * 1e6) / (user + system)).toBeGreaterThan(2000)
})
