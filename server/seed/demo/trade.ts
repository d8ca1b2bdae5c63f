/**
 * Requests for quotations, quotes, deals and reviews of the demonstration set, all invented. Plants are named as in the
 * companies' price lists; a size is found by its price there.
 */

/** A size that a company offers: its key, the plant's name and the price in its list. */
export type DemoSize = [company: string, plant: string, price: number]

export interface DemoAskedLine {
  /** What is asked for: as large as this one. */
  size: DemoSize
  quantity: number
}

export interface DemoQuoteLine {
  /** The number of the line, from 1. */
  line: number
  size: DemoSize
  /** Rubles; without one that of the list. */
  price?: number
  /** Without one as many as are asked for. */
  quantity?: number
  note?: string
  isSubstitute?: true
}

export interface DemoQuote {
  by: string
  daysAgo: number
  lines: DemoQuoteLine[]
  delivery?: number
  unloading?: number
  note?: string
}

export interface DemoDeal {
  company: string
  /** How far it has come. */
  state: 'awarded' | 'confirmed' | 'handed_over' | 'received'
  /** Days ago on which it came into its states, the first being the award. */
  days: number[]
  /** The name of a document that the company has attached. */
  document?: string
  review?: { rating: number; text: string; reply?: string }
}

export interface DemoRequest {
  buyer: string
  project: string
  place: string
  daysAgo: number
  /** Days until the deadline; negative: it has passed. */
  deadline: number
  /** Days until the plants are wanted, from and to. */
  wanted: [from: number, to: number]
  note: string
  substitutesAllowed?: true
  lines: DemoAskedLine[]
  companies: string[]
  /** The earlier first. */
  quotes: DemoQuote[]
  deals: DemoDeal[]
}

const greenspire: DemoSize = ['vereya', "Липа мелколистная 'Greenspire'", 58_000]
const oak: DemoSize = ['vereya', 'Дуб черешчатый', 59_000]
const limelight: DemoSize = ['palisad', "Гортензия метельчатая 'Limelight'", 2900]

/** Requests that are under way. */
const current: DemoRequest[] = [
  {
    buyer: 'anna',
    project: 'Сквер у школы',
    place: 'Наро-Фоминск',
    daysAgo: 6,
    deadline: 5,
    wanted: [20, 34],
    note: 'Сажаем в две очереди: сначала деревья, через неделю кусты. Подъезд с улицы Ленина, манипулятор проходит. Нужны снимки лип до отгрузки.',
    substitutesAllowed: true,
    lines: [
      { size: greenspire, quantity: 12 },
      { size: oak, quantity: 4 },
      { size: ['vereya', "Клён остролистный 'Globosum'", 36_000], quantity: 6 },
      { size: ['vereya', 'Ель сербская', 49_000], quantity: 5 },
      { size: limelight, quantity: 30 },
      { size: ['ryad', 'Кизильник блестящий', 130], quantity: 240 },
    ],
    companies: ['vereya', 'palisad', 'ramon'],
    quotes: [
      {
        by: 'ramon',
        daysAgo: 4,
        lines: [
          {
            line: 1,
            size: ['ramon', "Липа мелколистная 'Greenspire'", 44_000],
            note: 'Ком 70 см. Отгружаем от пяти штук.',
          },
          {
            line: 3,
            size: ['ramon', "Клён остролистный 'Globosum'", 24_000],
            note: 'Обхват 12–14, зато шары ровные, стригли в июне.',
          },
        ],
        delivery: 96_000,
        note: 'Везём из Воронежской области своей машиной, одним рейсом. Дубы и ели сейчас не копаем.',
      },
      {
        by: 'vereya',
        daysAgo: 4,
        lines: [
          { line: 1, size: greenspire },
          { line: 2, size: oak },
          { line: 4, size: ['vereya', 'Ель сербская', 49_000] },
        ],
        delivery: 38_000,
        unloading: 15_000,
      },
      {
        by: 'palisad',
        daysAgo: 3,
        lines: [
          { line: 5, size: limelight, price: 2750, note: 'Цена за тридцать штук сразу.' },
          {
            line: 4,
            size: ['palisad', "Ель канадская 'Conica'", 4200],
            isSubstitute: true,
            note: 'Сербской нет. Эта заметно меньше, только для переднего плана.',
          },
        ],
        note: 'Доставки под Москву у нас нет: отдадим вашему перевозчику, паллеты соберём.',
      },
      {
        by: 'vereya',
        daysAgo: 1,
        lines: [
          { line: 1, size: greenspire, price: 55_500, note: 'Номера 101–112, снимки пришлём в переписку.' },
          { line: 2, size: oak },
          {
            line: 3,
            size: ['vereya', "Клён остролистный 'Globosum'", 36_000],
            quantity: 4,
            note: 'Осталось четыре одинаковых.',
          },
          { line: 4, size: ['vereya', 'Ель сербская', 49_000] },
        ],
        delivery: 38_000,
        unloading: 15_000,
        note: 'За двенадцать лип скинули. Если берёте всё до конца месяца, выгрузка за наш счёт.',
      },
    ],
    deals: [],
  },
  {
    buyer: 'gorelov',
    project: 'Двор на Профсоюзной',
    place: 'Москва',
    daysAgo: 1,
    deadline: 4,
    wanted: [14, 21],
    note: 'Двор закрытый, заезд с восьми до одиннадцати утра. Нужны паспорта на посадочный материал.',
    lines: [
      { size: ['vereya', "Яблоня декоративная 'Royalty'", 33_000], quantity: 7 },
      { size: ['vereya', 'Берёза повислая', 68_000], quantity: 3 },
      { size: ['vereya', 'Рябина обыкновенная', 27_000], quantity: 5 },
    ],
    companies: ['vereya', 'ramon'],
    quotes: [],
    deals: [],
  },
  {
    buyer: 'anna',
    project: 'Въездная аллея',
    place: 'Истра',
    daysAgo: 13,
    deadline: -3,
    wanted: [9, 12],
    note: 'Аллея в два ряда, шаг шесть метров. Важны одинаковый штамб и прямой лидер.',
    lines: [
      { size: ['vereya', 'Липа мелколистная', 52_000], quantity: 16 },
      { size: ['vereya', "Туя западная 'Brabant'", 9500], quantity: 40 },
    ],
    companies: ['vereya', 'ramon'],
    quotes: [
      {
        by: 'vereya',
        daysAgo: 11,
        lines: [
          { line: 1, size: ['vereya', 'Липа мелколистная', 52_000], price: 50_000 },
          { line: 2, size: ['vereya', "Туя западная 'Brabant'", 9500] },
        ],
        delivery: 45_000,
        note: 'Липы одного посева, отберём шестнадцать самых ровных. Приезжайте вешать бирки.',
      },
      {
        by: 'ramon',
        daysAgo: 10,
        lines: [
          { line: 1, size: ['ramon', 'Липа войлочная', 45_500], isSubstitute: true, note: 'Лист шире, цветёт позже.' },
        ],
        delivery: 110_000,
      },
    ],
    deals: [{ company: 'vereya', state: 'confirmed', days: [2, 1] }],
  },
  {
    buyer: 'anna',
    project: 'Сад у террасы',
    place: 'Гатчина',
    daysAgo: 17,
    deadline: -8,
    wanted: [-1, 3],
    note: 'Солнце с десяти до пяти, суглинок. Кусты в контейнерах, без пересорта по цвету.',
    lines: [
      { size: limelight, quantity: 9 },
      { size: ['palisad', "Рододендрон гибридный 'Helsinki University'", 3900], quantity: 5 },
      { size: ['palisad', "Сосна горная 'Mops'", 4600], quantity: 3 },
      { size: ['palisad', "Вереск обыкновенный 'Boskoop'", 690], quantity: 40 },
    ],
    companies: ['palisad'],
    quotes: [
      {
        by: 'palisad',
        daysAgo: 15,
        lines: [
          { line: 1, size: limelight },
          { line: 2, size: ['palisad', "Рододендрон гибридный 'Helsinki University'", 3900] },
          { line: 3, size: ['palisad', "Сосна горная 'Mops'", 4600], price: 4400 },
          {
            line: 4,
            size: ['palisad', "Вереск обыкновенный 'Boskoop'", 690],
            price: 620,
            note: 'От сорока штук дешевле.',
          },
        ],
        delivery: 3500,
        note: 'Привезём утром, до жары. Вереск замульчирован корой, не вытряхивайте.',
      },
    ],
    deals: [{ company: 'palisad', state: 'handed_over', days: [9, 8, 1], document: 'Накладная 214' }],
  },
]

type Finished = [
  buyer: string,
  project: string,
  place: string,
  daysAgo: number,
  size: DemoSize,
  quantity: number,
  review?: { rating: number; text: string; reply?: string },
]

/** Deals that are over, most of them with a review. */
const finished: Finished[] = [
  [
    'anna',
    'Сорок лип для парка',
    'Верея',
    95,
    ['vereya', 'Липа мелколистная', 52_000],
    40,
    {
      rating: 5,
      text: 'Сорок лип, все живые. Комы плотные, мешковина целая, бирки совпали с ведомостью. На двух не было даты пересадки, ответили в тот же день.',
      reply: 'Спасибо! Даты дописали, в следующий раз проверим бирки ещё на погрузке.',
    },
  ],
  [
    'gorelov',
    'Бульвар, вторая очередь',
    'Москва',
    140,
    oak,
    6,
    { rating: 5, text: 'Размеры честные, обхват мерили при нас. Машина пришла к восьми, как договорились.' },
  ],
  [
    'sotnikova',
    'Дом с видом на поле',
    'Истра',
    60,
    ['vereya', 'Ель сербская', 49_000],
    3,
    {
      rating: 4,
      text: 'Ели красивые, опушены до земли. Снимаю звезду за выгрузку: манипулятор пришлось искать самим в последний день.',
      reply: 'Вы правы, это мы упустили. Теперь спрашиваем о выгрузке ещё в предложении.',
    },
  ],
  ['zaytsev', 'Школьный двор', 'Кубинка', 33, ['vereya', 'Рябина обыкновенная', 27_000], 8, { rating: 5, text: '' }],
  [
    'lapina',
    'Палисадник бабушки',
    'Гатчина',
    75,
    limelight,
    6,
    {
      rating: 5,
      text: 'Гортензии приехали уже с бутонами, ни одной сломанной ветки. Подсказали, чем подкислить землю.',
    },
  ],
  [
    'akhmetov',
    'Терраса на крыше',
    'Санкт-Петербург',
    50,
    ['palisad', "Сосна горная 'Mops'", 4600],
    12,
    {
      rating: 4,
      text: 'Сосны ровные, как на снимках. Ждали на день дольше: сказали честно, что машина сломалась.',
    },
  ],
  [
    'kuznetsova',
    'Вересковая горка',
    'Выборг',
    28,
    ['palisad', "Вереск обыкновенный 'Dark Star'", 390],
    60,
    {
      rating: 3,
      text: 'Четыре горшка из шестидесяти пересохли в дороге. Деньги за них вернули без спора.',
      reply: 'Простите за эти четыре. С тех пор поливаем вечером накануне отгрузки, а не утром.',
    },
  ],
  [
    'orlov',
    'Парковка торгового центра',
    'Воронеж',
    110,
    ['ramon', "Граб обыкновенный 'Fastigiata'", 37_000],
    24,
    { rating: 5, text: 'Двадцать четыре граба в одном калибре. Для аллеи это редкость.' },
  ],
  [
    'melnik',
    'Набережная',
    'Липецк',
    65,
    ['ramon', "Липа мелколистная 'Greenspire'", 32_000],
    30,
    { rating: 4, text: 'Липы хорошие. Документы пришлось дважды переделывать из-за ошибки в ИНН.' },
  ],
  [
    'sobol',
    'Сквер ветеранов',
    'Елец',
    40,
    ['ramon', "Груша Каллери 'Chanticleer'", 38_500],
    9,
    { rating: 5, text: 'Привезли в срок, помогли расставить. Через месяц все пошли в рост.' },
  ],
  [
    'frolova',
    'Розарий у беседки',
    'Воронеж',
    45,
    ['rozariy', "Роза английская 'Graham Thomas'", 1690],
    15,
    { rating: 5, text: 'Все пятнадцать кустов цвели в первое же лето.' },
  ],
]

const whole = (by: string, daysAgo: number, size: DemoSize): DemoQuote => ({ by, daysAgo, lines: [{ line: 1, size }] })

export const demoTrade: DemoRequest[] = [
  ...finished.map(([buyer, project, place, daysAgo, size, quantity, review]): DemoRequest => ({
    ...{ buyer, project, place, note: '' },
    daysAgo: daysAgo + 20,
    deadline: -daysAgo - 10,
    wanted: [-daysAgo - 3, -daysAgo],
    lines: [{ size, quantity }],
    companies: [size[0]],
    quotes: [whole(size[0], daysAgo + 18, size)],
    deals: [
      {
        company: size[0],
        state: 'received',
        days: [daysAgo + 15, daysAgo + 14, daysAgo + 2, daysAgo + 1],
        ...(review && { review }),
      },
    ],
  })),
  ...current,
]

/** Of a buyer with a company, about one of its products. The last messages are unread to the other side. */
export interface DemoInquiry {
  buyer: string
  /** The company's product, and who answers in it. */
  size: DemoSize
  contact: string
  hoursAgo: number
  unread?: number
  messages: [by: string, body: string, file?: string][]
}

export const demoInquiries: DemoInquiry[] = [
  {
    buyer: 'anna',
    size: greenspire,
    contact: 'kurbatova',
    hoursAgo: 2,
    unread: 1,
    messages: [
      ['anna', 'Добрый день! Двенадцать лип для школы: можно выбрать из одного ряда, чтобы штамбы совпали?'],
      ['kurbatova', 'Добрый! Можно, третий ряд: 101–112, штамб два двадцать у всех. Обхват мерили вчера, 18,5–19,5.'],
      ['anna', 'То что нужно. Прикладываю посадочную ведомость, там ямы и порядок по плану.', 'Посадочная ведомость'],
      ['kurbatova', 'Получила. Пятую и шестую поменяем местами: у шестой крона чуть шире, пусть встанет у входа.'],
      ['anna', 'Согласна, спасибо. Когда будут снимки?'],
      ['kurbatova', 'Завтра до обеда, каждую с биркой и с рейкой.'],
    ],
  },
  {
    buyer: 'lapina',
    size: ['vereya', "Яблоня декоративная 'Royalty'", 33_000],
    contact: 'malakhov',
    hoursAgo: 5,
    unread: 2,
    messages: [
      ['lapina', 'Здравствуйте! А одну яблоню вы продаёте или только партией?'],
      ['malakhov', 'Здравствуйте. Одну тоже. Погрузим бесплатно, с доставкой решайте сами.'],
      ['lapina', 'Отлично. Она выдержит северо-восточный угол дома, до обеда тень?'],
      ['lapina', 'И ещё: какой высоты она сейчас? В объявлении только обхват.'],
    ],
  },
]
