import type { LookupKind } from '#server/domains/reference/lookups.tables.ts'
import type { CrownShape, GrowthForm } from '#server/drawings/plant-facts.ts'

interface LookupSeed {
  /** Never changes, even if the entry is renamed. */
  key: string
  name: string
  description?: string
}

const minus = (degrees: string) => `−${degrees}`

/** Average annual minimum in °C, from USDA's definition of the zones: the limits of each half. */
const zoneLimits: [zone: number, from: string, half: string, to: string][] = [
  [1, '51,1', '48,3', '45,6'],
  [2, '45,6', '42,8', '40,0'],
  [3, '40,0', '37,2', '34,4'],
  [4, '34,4', '31,7', '28,9'],
  [5, '28,9', '26,1', '23,3'],
  [6, '23,3', '20,6', '17,8'],
  [7, '17,8', '15,0', '12,2'],
  [8, '12,2', '9,4', '6,7'],
  [9, '6,7', '3,9', '1,1'],
]

const zones: LookupSeed[] = zoneLimits.map(([zone, from, half, to]) => ({
  key: String(zone),
  name: `Зона ${zone}`,
  description:
    `Средний минимум года от ${minus(from)} до ${minus(to)} °C ` +
    `(${zone}a: до ${minus(half)} °C, ${zone}b: до ${minus(to)} °C)`,
}))

/** Russian names of the directory's terms for growth and crown. */
export const growthNames: Record<GrowthForm, string> = {
  tree: 'Одноствольное дерево',
  'multistem-tree': 'Многоствольное дерево',
  'upright-shrub': 'Прямостоячий кустарник',
  'spreading-shrub': 'Раскидистый кустарник',
  'creeping-shrub': 'Стелющийся кустарник',
  'cushion-shrub': 'Подушковидный кустарник',
  climber: 'Лиана',
  'clump-perennial': 'Кустовой многолетник',
  'groundcover-perennial': 'Почвопокровный многолетник',
  'tussock-grass': 'Кочкообразующий злак',
  'running-grass': 'Корневищный злак',
}

export const crownNames: Record<CrownShape, string> = {
  round: 'Округлая',
  globe: 'Шаровидная',
  oval: 'Овальная',
  conical: 'Коническая',
  columnar: 'Колонновидная',
  weeping: 'Плакучая',
  spreading: 'Раскидистая',
  umbrella: 'Зонтичная',
  vase: 'Вазовидная',
  cushion: 'Подушковидная',
  prostrate: 'Стелющаяся',
  irregular: 'Нерегулярная',
}

const named = (names: Record<string, string>): LookupSeed[] =>
  Object.entries(names).map(([key, name]) => ({ key, name }))

/** Subjects of the Russian Federation by their ISO 3166-2:RU codes, in alphabetical order. */
const regions: Record<string, string> = {
  AD: 'Республика Адыгея',
  AL: 'Республика Алтай',
  ALT: 'Алтайский край',
  AMU: 'Амурская область',
  ARK: 'Архангельская область',
  AST: 'Астраханская область',
  BA: 'Республика Башкортостан',
  BEL: 'Белгородская область',
  BRY: 'Брянская область',
  BU: 'Республика Бурятия',
  CE: 'Чеченская Республика',
  CHE: 'Челябинская область',
  CHU: 'Чукотский автономный округ',
  CU: 'Чувашская Республика',
  DA: 'Республика Дагестан',
  IN: 'Республика Ингушетия',
  IRK: 'Иркутская область',
  IVA: 'Ивановская область',
  KAM: 'Камчатский край',
  KB: 'Кабардино-Балкарская Республика',
  KC: 'Карачаево-Черкесская Республика',
  KDA: 'Краснодарский край',
  KEM: 'Кемеровская область',
  KGD: 'Калининградская область',
  KGN: 'Курганская область',
  KHA: 'Хабаровский край',
  KHM: 'Ханты-Мансийский автономный округ',
  KIR: 'Кировская область',
  KK: 'Республика Хакасия',
  KL: 'Республика Калмыкия',
  KLU: 'Калужская область',
  KO: 'Республика Коми',
  KOS: 'Костромская область',
  KR: 'Республика Карелия',
  KRS: 'Курская область',
  KYA: 'Красноярский край',
  LEN: 'Ленинградская область',
  LIP: 'Липецкая область',
  MAG: 'Магаданская область',
  ME: 'Республика Марий Эл',
  MO: 'Республика Мордовия',
  MOS: 'Московская область',
  MOW: 'Москва',
  MUR: 'Мурманская область',
  NEN: 'Ненецкий автономный округ',
  NGR: 'Новгородская область',
  NIZ: 'Нижегородская область',
  NVS: 'Новосибирская область',
  OMS: 'Омская область',
  ORE: 'Оренбургская область',
  ORL: 'Орловская область',
  PER: 'Пермский край',
  PNZ: 'Пензенская область',
  PRI: 'Приморский край',
  PSK: 'Псковская область',
  ROS: 'Ростовская область',
  RYA: 'Рязанская область',
  SA: 'Республика Саха (Якутия)',
  SAK: 'Сахалинская область',
  SAM: 'Самарская область',
  SAR: 'Саратовская область',
  SE: 'Республика Северная Осетия — Алания',
  SMO: 'Смоленская область',
  SPE: 'Санкт-Петербург',
  STA: 'Ставропольский край',
  SVE: 'Свердловская область',
  TA: 'Республика Татарстан',
  TAM: 'Тамбовская область',
  TOM: 'Томская область',
  TUL: 'Тульская область',
  TVE: 'Тверская область',
  TY: 'Республика Тыва',
  TYU: 'Тюменская область',
  UD: 'Удмуртская Республика',
  ULY: 'Ульяновская область',
  VGG: 'Волгоградская область',
  VLA: 'Владимирская область',
  VLG: 'Вологодская область',
  VOR: 'Воронежская область',
  YAN: 'Ямало-Ненецкий автономный округ',
  YAR: 'Ярославская область',
  YEV: 'Еврейская автономная область',
  ZAB: 'Забайкальский край',
}

const byName = new Intl.Collator('ru')

/** All short lists of the product, in display order. */
export const lookupSeeds: Record<LookupKind, LookupSeed[]> = {
  winter_hardiness: zones,
  growth_pattern: named(growthNames),
  crown_shape: named(crownNames),
  place_of_cultivation: named({
    field: 'Открытый грунт',
    container: 'Контейнерная площадка',
    greenhouse: 'Теплица',
    shadehouse: 'Притенённая площадка',
    imported: 'Импорт с доращиванием',
  }),
  age_group: named({
    seedling: 'Сеянец или укоренённый черенок (1–2 года)',
    liner: 'Молодой саженец (2–4 года)',
    sapling: 'Саженец (4–7 лет)',
    semimature: 'Полувзрослое растение (7–12 лет)',
    mature: 'Крупномер (12–20 лет)',
    specimen: 'Солитер (старше 20 лет)',
  }),
  root_packaging: named({
    bare: 'Открытая корневая система (ОКС)',
    container: 'Контейнер (С)',
    pot: 'Горшок (P)',
    'root-ball': 'Ком в мешковине (RB)',
    'wired-ball': 'Ком в мешковине и сетке (WRB)',
    cassette: 'Кассета',
  }),
  region: named(regions).sort((one, other) => byName.compare(one.name, other.name)),
  specific: named({
    nursery: 'Питомник растений',
    'garden-centre': 'Садовый центр',
    wholesale: 'Оптовая торговля растениями',
    landscaping: 'Ландшафтная компания',
    collector: 'Частная коллекция',
    'forest-nursery': 'Лесной питомник',
  }),
  delivery: named({
    pickup: 'Самовывоз',
    own: 'Доставка своим транспортом',
    carrier: 'Доставка транспортной компанией',
    any: 'Самовывоз или доставка по договорённости',
    russia: 'Доставка по всей России',
  }),
}
