import * as closed from './closed-vocabulary.ts'
import { type Halves, halves, halvesByKey, words } from './halves.ts'

/**
 * How nurseries, accountants, exporters and garden centres write their lists. Written from the trade, without looking
 * at the words of the reader.
 *
 * These words are open: whoever works on the reader may look at what it makes of them. The closed ones have the same
 * keys and stand in a file of their own; they are drawn only with `--closed`, and nobody looks at their failures while
 * the reader is being worked on. Once somebody does, they move here, and others are written.
 */

/** Ways to write a packing; `{n}` is its size. Bare ones state no size. */
export const packings = halvesByKey(
  {
    container: words(
      `С{n} | C{n} | C {n} | С-{n} | {n} л | {n}л | к/{n} | конт. {n} л | контейнер {n} л | С{n}л | ЗКС {n} л | ЗКС (С{n}) | Co{n} | Cont. {n} | CT{n} | с{n} | C{n}l | {n} ltr | {n} литров | з/к {n} л |
    ЗКС С{n} | {n}L | Контейнер {n}л. | C.{n} | К{n} л | Topf {n} l | V{n} л | кт. {n}л | конт.{n}л | Container {n} l | pojemnik {n}l | контейнер С{n} | С {n} | Ct. {n} l | {n} lit. | в контейнере {n} л`,
    ),
    pot: words(
      `P{n} | Р{n} | Р-{n} | P {n} | горшок Р{n} | горшок {n} см | D{n} | Topf P{n} | р{n} | гор. {n} см | P{n} (горшок) | горшок d{n} см | pot {n} cm | 9x9`.replace(
        '9x9',
        'Pot P{n}',
      ),
    ),
    ball: words(
      `RB{n} | RB {n} | ком {n} | ком {n} см | ком d{n} | ЗК {n} см | Ком {n}см | RB-{n} | mB {n} | mB{n} | с комом {n} см | земляной ком {n} см | ком D{n} см | ком ø{n} | д. кома {n} см | root ball {n}`,
    ),
    wire_ball: words(
      `WRB{n} | WRB {n} | ком в сетке {n} | ком {n} см в сетке | mDB {n} | mDb{n} | ком {n} в мет. сетке | WRB-{n} | RWB {n} | ком + сетка {n} см | RB{n} в сетке | Drahtballen {n} cm`,
    ),
    tray: words(
      `кассета {n} | касс. {n} | кассета {n} яч. | Кассета {n} ячеек | tray {n} | TRAY{n} | плаг {n} | multiplate {n}`,
    ),
  },
  closed.packings,
)
export const barePackings = halvesByKey(
  {
    container: words(
      `ЗКС | з/к | конт. | контейнер | закр. корень | Co | Cont. | З.К.С. | в контейнере | ЗКС контейнер | container | закрытая`,
    ),
    pot: words(`горшок | в горшке | P | горш. | Topf | pot`),
    ball: words(
      `ком | RB | с комом | ком земли | mB | зем. ком | Ком | m. Ballen | в мешковине | root ball | к/з | z bryłą`,
    ),
    wire_ball: words(`WRB | ком в сетке | mDB | ком, мет. сетка | RWB | ком/сетка | Drahtballen | в корзине`),
    bare_root: words(
      `ОКС | BR | откр. корень | голый корень | открытая КС | о/к | О.К.С. | bare root | открытая | wurzelnackt | о.к.с. | oB | голая корневая | с открытой корневой системой | goły korzeń | o/Ballen`,
    ),
    tray: words(`кассета | касс. | tray | в кассетах`),
  },
  closed.barePackings,
)
/** Remarks that speak of the packing and mean that there is no ball; each may be taken for bare roots. */
export const withoutBall = halves(
  words(`без кома | б/к | без земли | без земляного кома | ohne Ballen | без ком.`),
  closed.withoutBall,
)

/** Words before or after a size. */
export const sizeWords = halvesByKey(
  {
    height: words(`H | h | выс. | Н | высота | В | H= | в. | рост | h- | выс | Höhe`),
    girth: words(`обх. | обхват | обх | StU | об. | окр. | обхв. | G | обхв. ств. | Обх.ств.`),
    spread: words(`D | ш. | диам. | крона | шир. | d кр. | Ø | D кроны | ширина | Br.`),
    stem: words(`штамб | Pa | шт. | St | Ра | Н шт | штамб. | на штамбе | Pa. | h шт.`),
  },
  closed.sizeWords,
)
export const transplants = halves(
  words(`{n}xv | {n}хv | {n}x пер. | {n}x | {n} xv | {n}-кр. пересаж.`),
  closed.transplants,
)

export const forms = halvesByKey(
  {
    multistem: words(`многоствольное | multistem | мультиштамб | MSt | многоств. | mehrstämmig | м/ств | многоствол`),
    solitaire: words(`солитер | Solitär | Sol | солитёр | Solitair | Sol.`),
    standard: words(`штамб | штамбовая форма | Hst | на штамбе | шт. форма | Hochstamm`),
    half_standard: words(`полуштамб | п/штамб | полуштамбовая форма | Halbstamm | 1/2 штамб | half-standard`),
    shrub: words(`куст | кустовая форма | bush | кустом | Strauch | куст. форма`),
  },
  closed.forms,
)

export const stock = halvesByKey(
  {
    in_stock: words(
      `есть | в наличии | + | да | в нал. | ++ | имеется | много | в продаже | +++ | достаточно | на складе | available | v | auf Lager | Есть в наличии | ✓ | наличие | dostępne | є`,
    ),
    sold_out: words(
      `нет | нет в наличии | продано | отсутствует | распродано | нет в нал. | закончились | sold out | ausverkauft | не осталось | снято с продажи | brak | продан | немає | нет на складе | всё продано`,
    ),
    on_order: words(
      `под заказ | предзаказ | на заказ | по предзаказу | заказ | под зак. | on request | по заказу | привезём под заказ | заказная позиция`,
    ),
    soon: words(
      `скоро | ожидается | в пути | ждём | поступление ожидается | скоро будет | доращивание | весной | осенью | к весне`,
    ),
    /** Quantities. */
    exact: words(`{n} | {n} шт. | {n} шт | {n} | {n}шт | {n} pcs`),
    minimum: words(`>{n} | {n}+ | более {n} | св. {n} | > {n} | от {n} | больше {n} | свыше {n} шт.`),
  },
  closed.stock,
)
/** What nobody can know without asking. */
export const unclearStock = halves(words(`- | резерв | — | ? | бронь | * | частично | см. прим.`), closed.unclearStock)

export const onRequest = halves(
  words(
    `по запросу | договорная | звоните | уточняйте | по договоренности | дог. | запрос | уточнять | цена по запросу | договор. | on request | по согласованию | auf Anfrage | узнать у менеджера`,
  ),
  closed.onRequest,
)

/** `{p}`: the number. */
export const priceStyles = halves(
  words(
    `{p} | {p} | {p} р. | {p} руб. | {p} ₽ | {p}р | {p}= | {p}-00 | {p},00 | {p}.00 | {p} руб | {p} рублей | {p},- | {p} р/шт | {p}руб. | {p} руб./шт.`,
  ),
  closed.priceStyles,
)
export const foreignPrices = halves(
  words(
    `{p} € | {p} евро | {p} грн | €{p} | {p} $ | {p} EUR | {p} у.е. | {p} zł | {p}€ | {p} USD | {p} грн. | {p} BYN`,
  ),
  closed.foreignPrices,
)

/** Remarks that stay in the note word for word. */
export const remarks = halves(
  words(
    `акция | некондиция | мин. заказ 5 | новинка | последние экземпляры | уценка | хит продаж | не ниже 10 шт. в партии | срезка весной 2026 | кривой ствол | без гарантии | формированный |
  отправка только осенью | требует укрытия | пересортица | самовывоз | двухлетка | продажа кратно 5 | распродажа | есть повреждения кроны | Голландия | подмёрз | экспортное качество | после обрезки |
  с цветоносом | крупномер | только опт | свежий привоз | прошлогодние | деленка | сетка повреждена | привит. | плодоносит | густой | с бутонами | посев 2024`,
  ),
  closed.remarks,
)
export const onOrderRemarks = halves(
  words(
    `под заказ | только под заказ | на заказ, 2 недели | под заказ из Польши | доставка под заказ | поставка под заказ`,
  ),
  closed.onOrderRemarks,
)
export const soldOutRemarks = halves(
  words(`нет в наличии | временно нет | закончился | распродано | нет до весны | продано`),
  closed.soldOutRemarks,
)
/** `{n}`: pieces that the price is for. */
export const priceForRemarks = halves(
  words(
    `цена за {n} шт. | за {n} шт. | цена указана за {n} шт. | продаётся упаковкой {n} шт., цена за упаковку | за пучок {n} шт. | цена за пакет ({n} шт.)`,
  ),
  closed.priceForRemarks,
)
export const stemRemarks = halves(
  words(`прививка на штамбе {n} | привит на {n} см | штамб {n} см | штамб {n} | прививка {n} см | на штамбе {n} см`),
  closed.stemRemarks,
)

export const sections: Record<string, Halves<string>> = halvesByKey(
  {
    hvoynye: words(
      `ХВОЙНЫЕ РАСТЕНИЯ | Хвойные | Деревья хвойных пород | Хвойники | Хвойные деревья и кустарники | 1. Хвойные породы | CONIFERS | Хвойные (ЗКС) | Koniferen | Вечнозеленые хвойные`,
    ),
    'listvennye-derevya': words(
      `ЛИСТВЕННЫЕ ДЕРЕВЬЯ | Лиственные породы | Деревья | Деревья лиственные | Листопадные деревья | Крупномеры лиственные | Laubbäume | Деревья (лиственные) | 2. Деревья | Deciduous trees`,
    ),
    'listvennye-kustarniki': words(
      `ЛИСТВЕННЫЕ КУСТАРНИКИ | Кустарники | Декоративные кустарники | Кустарники лиственные | Кустарник | Красивоцветущие кустарники | Sträucher | Shrubs | 3. Кустарники | Кусты декоративные`,
    ),
    'vechnozelenye-i-vereskovye': words(
      `Вечнозеленые и вересковые | Рододендроны, вереск | Вечнозелёные кустарники | ВЕРЕСКОВЫЕ | Рододендроны и вересковые | Вечнозеленые листв.`,
    ),
    mnogoletniki: words(
      `МНОГОЛЕТНИКИ | Многолетние цветы | Травянистые многолетники | Многолетники | Perennials | Stauden | Цветы многолетние | Травянистые растения`,
    ),
    zlaki: words(`Злаки | ДЕКОРАТИВНЫЕ ЗЛАКИ | Злаки и осоки | Травы декоративные | Gräser | Декоративные травы`),
    liany: words(`Лианы | ЛИАНЫ | Вьющиеся растения | Лианы и вьющиеся | Climbers | Клематисы и лианы`),
    rozy: words(`Розы | РОЗЫ | Саженцы роз | Кусты роз | Roses | Розы ЗКС`),
    'plodovye-i-yagodnye': words(
      `Плодовые | ПЛОДОВЫЕ КУЛЬТУРЫ | Плодово-ягодные | Плодовые и ягодные | Fruit trees | Плодовые деревья, ягодные кустарники`,
    ),
    'zhivye-izgorodi': words(`Живые изгороди | Для живой изгороди | Изгороди | Hedge plants`),
  },
  closed.sections,
)
/** `{s}`: a packing or a genus. */
export const packingSections = halves(
  words(`{s} | Контейнер {s} | Растения {s} | Посадочный материал ({s}) | Саженцы {s} | *** {s} ***`),
  closed.packingSections,
)
export const sectionMarks = halves(
  words(`{s} | {s}: | === {s} === | {s} | {s} (наличие) | — {s} — | * {s} | {s}.`),
  closed.sectionMarks,
)

export const letterheads = halves(
  words(
    `ООО «Зелёный двор» | Питомник «Берёзовая роща» | ПРАЙС-ЛИСТ | Прайс-лист на посадочный материал | тел. +7 (495) 123-45-67, zakaz@sad.example | ИП Кузнецова Е. В. | Прайс на 2027 год |
  Московская обл., Дмитровский р-н, д. Ольгово | Цены действительны с 01.03.2027 | ИНН 7707083893 КПП 770701001 | Оптовый прайс-лист. Весна 2027 | Работаем с 9:00 до 18:00 без выходных |
  Питомник декоративных растений | Preisliste Frühjahr 2027 | Садовый центр «Дача» приглашает | Availability list 2027 | Телефон: 8-800-100-20-30, доб. 15 | WhatsApp +7 911 222 33 44 |
  Доставка по Москве и области от 5000 руб. | Цены указаны в рублях с учётом НДС | Минимальный заказ 10 000 руб. | Гарантия приживаемости 1 год | Внимание! Цены могут меняться | Отгрузка после 100 % предоплаты |
  Параметры: Период: 01.11.2026 - 27.11.2026 | Отбор: Склад В группе "Растения" | www.pitomnik.example | Менеджер: Анна, 8 (916) 555-12-12 | Прайс составлен 27.11.2026 | Обновлено: 15 ноября 2026 г. |
  Добрый день! Высылаем прайс. | Наличие уточняйте у менеджера | Самовывоз: склад на 35 км | При заказе от 50 000 руб. скидка 5 % | УТВЕРЖДАЮ: директор Петров П. П. | Приложение № 1 к договору поставки`,
  ),
  closed.letterheads,
)
export const footers = halves(
  words(
    `Итого | Страница 1 из 3 | Всего позиций: {n} | Скидки: от 100 000 руб. — 5 %, от 300 000 руб. — 10 % | С уважением, отдел продаж | Погрузка бесплатно | Всего | Менеджер ____________ |
  ** — количество ограничено | Цены без учёта доставки | Подпись: | стр. 2 | Заявки принимаются до 15 марта | Реквизиты: р/с 40702810900000012345 | Спасибо за заказ! | Осенью отгрузка с 20 сентября`,
  ),
  closed.footers,
)
export const totals = halves(
  words(`Итого: | Итого | ИТОГО по разделу | Всего: | Всего | Total | Итого по группе | Сумма:`),
  closed.totals,
)

export const sheetNames = halves(
  words(
    `Лист1 | Прайс | TDSheet | Прайс-лист | Sheet1 | Наличие | Хвойные и лиственные | Прайс 2027 | Ассортимент | Остатки | Опт | Весна 2027 | Растения | Саженцы | Цены | Tabelle1`,
  ),
  closed.sheetNames,
)
export const emptySheetLines = halves(
  words(
    `Условия работы | Контакты | Доставка осуществляется транспортными компаниями | Оплата по счёту | Как оформить заказ | Схема проезда`,
  ),
  closed.emptySheetLines,
)

export const colours = halves(
  words(`белый | красный | розовый | жёлтый | лиловый | сиреневый | синий | оранжевый`),
  closed.colours,
)
export const countries = halves(
  words(`Россия | Польша | Голландия | Германия | Сербия | РФ | Италия | Беларусь`),
  closed.countries,
)
export const ages = halves(words(`{n} года | {n} г. | {n}-летка | {n} лет | {n} | {n} г`), closed.ages)
export const units = halves(words(`шт | шт. | раст. | штук | ед. | Stk. | szt. | pcs`), closed.units)
export const places = halves(
  words(`поле 3 | А-12 | теплица 2 | площадка Б | ряд 7 | участок 5 | склад 1 | Q4`),
  closed.places,
)

/** Plants that are sold and are not in the directory; some do not exist. Kind, Russian name, Latin name. */
export const strangers: Halves<{ kind: string; russian: string; latin: string }> = halves(
  [
    { kind: 'conifer', russian: "Туя западная 'Зелёный Утёс'", latin: "Thuja occidentalis 'Zeleny Utyos'" },
    { kind: 'shrub', russian: "Спирея японская 'Утренняя Звезда'", latin: "Spiraea japonica 'Morning Zarya'" },
    { kind: 'perennial', russian: "Хоста 'Старый Причал'", latin: "Hosta 'Old Pier of Tver'" },
    { kind: 'tree', russian: "Клён остролистный 'Ольговский'", latin: "Acer platanoides 'Olgovo'" },
    { kind: 'shrub', russian: 'Эноферодендрон Петрова', latin: 'Enopherodendron petrovii' },
    {
      kind: 'conifer',
      russian: "Можжевельник казацкий 'Дмитровский Ковёр'",
      latin: "Juniperus sabina 'Dmitrov Carpet'",
    },
    { kind: 'perennial', russian: "Флокс метельчатый 'Бабушкин Двор'", latin: "Phlox paniculata 'Babushkin Dvor'" },
    { kind: 'rose', russian: "Роза 'Ольга Ларина'", latin: "Rosa 'Olga Larina XIX'" },
    { kind: 'fruit', russian: "Яблоня 'Дмитровское Позднее'", latin: "Malus domestica 'Dmitrovskoe Pozdnee'" },
    { kind: 'fruit', russian: "Груша 'Ольговка'", latin: "Pyrus communis 'Olgovka'" },
  ],
  closed.strangers,
)

/** Abbreviations of epithets that everybody in the trade reads. */
export const abbreviations: [full: string, short: string][] = [
  ['обыкновенный', 'обыкн.'],
  ['обыкновенная', 'обыкн.'],
  ['западная', 'зап.'],
  ['казацкий', 'каз.'],
  ['горизонтальный', 'гориз.'],
  ['китайский', 'кит.'],
  ['остролистный', 'остролист.'],
  ['японская', 'яп.'],
  ['японский', 'яп.'],
  ['метельчатая', 'мет.'],
  ['древовидная', 'древ.'],
  ['канадский', 'канад.'],
  ['колючая', 'кол.'],
  ['сибирская', 'сиб.'],
  ['мелколистная', 'мелколист.'],
  ['Можжевельник', 'Можж.'],
  ['Рододендрон', 'Род.'],
]

/** Said above a table of all its prices. */
export const leads = halvesByKey(
  {
    thousand: words(
      `Цены указаны за 1000 шт. | Цена за тысячу штук | Все цены — за 1 тыс. шт. | Стоимость приведена за 1000 растений | Цены в рублях за тысячу шт. | Цена 1000 сеянцев`,
    ),
    inThousands: words(`Цены в тыс. руб. | Все цены в тысячах рублей | (тыс. руб.) | Цены указаны в тыс. рублей`),
    foreign: words(
      `Цены указаны в евро | Prices in EUR | Цены в у.е. | Preise in Euro | Цены в белорусских рублях | Ціни вказано у гривнях`,
    ),
    rate: words(
      `Цены в евро, оплата в рублях по курсу {n} | 1 € = {n} руб. Цены в евро | Цены в EUR. Курс: {n} руб. | Цены указаны в евро (курс ЦБ {n} руб.)`,
    ),
  },
  closed.leads,
)
export const slashTitles = halves(
  words(
    `Розн./опт | Цена розн./опт | Цена (розница/опт), руб. | Розница / опт | Цена: розн. / опт. | Цена р./о. | Retail / trade | Цена розничная/оптовая`,
  ),
  closed.slashTitles,
)
/** Diameters of trunks: neither girth nor spread. */
export const trunks = halves(
  words(
    `D ств, см | Диаметр ствола | D ствола | Ø ствола, см | Диам. ствола, см | Толщина ствола | d штамба, см | Caliper`,
  ),
  closed.trunks,
)
/** What is said of a grown plant in a list of small ones. */
export const descriptions = halves(
  words(
    `Высота до 2 м, цветёт в июне | Взрослое растение 3-5 м | Зимостойкость до -35 | Карликовый, к 10 годам 0,5 м | Листва пурпурная, осенью красная | Растёт медленно, 5-10 см в год | Ширина кроны до 4 м | Цветки 8-10 см | Диаметр цветка 12 см, аромат сильный |
  Плоды 150-200 г, сладкие | Для живых изгородей, сажать 3 шт. на п.м | Высота 60 см, цветение VII-VIII | Светолюбив, почвы любые | Зона 4`,
  ),
  closed.descriptions,
)
export const descriptionTitles = halves(
  words(
    `Описание | Краткое описание | Характеристика растения | Описание сорта | Информация | О растении | Description | Beschreibung`,
  ),
  closed.descriptionTitles,
)
/** Prices that are no price. */
export const loosePrices = halves(
  words(`от {n} | {n}-{m} | ~{n} | {n}/{m} | {n}…{m} | от {n} до {m}`),
  closed.loosePrices,
)
