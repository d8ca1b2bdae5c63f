/**
 * The companies of the demonstration set, all invented: the tax numbers have valid check digits but an office number
 * (98) that no tax office has, telephone numbers have a zero after the area code, which no exchange uses, and e-mails
 * and sites end in `.example`.
 */

export interface DemoPerson {
  name: string
  email: string
}

export interface DemoCompany {
  /** Never changes; the company's price list is `price-lists/<key>.tsv`. */
  key: string
  name: string
  inn: string
  /** Verified by a moderator, in the demonstration. */
  isVerified: boolean
  about: string
  phone: string
  website: string
  address: string
  /** The town where the plants are. */
  city: string
  regionKey: string
  specificKey: string
  deliveryKey: string
  storesPurchases: boolean
  unloads: boolean
  /** Rubles; left out: it does not say. */
  minimumOrder?: number
  /** How its page greets buyers; left out: the page has no address of its own, and no pictures. */
  face?: { slug: string; hours: string; deliveryArea: string }
  /** USDA zone of the place: the company grows nothing more tender. */
  zone: number
  creator: DemoPerson
  employees: DemoPerson[]
}

export const demoCompanies: DemoCompany[] = [
  {
    key: 'vereya',
    name: 'Питомник «Верейский косогор»',
    inn: '5098004174',
    isVerified: true,
    about:
      'Мы выращиваем крупномеры. Сорок два гектара поля на косогоре под Вереёй: липы, клёны, дубы, берёзы, ели и сосны от двух до восьми метров. ' +
      'Почва у нас тяжёлый суглинок, ком держится, в дороге не рассыпается.\n\n' +
      'Каждое дерево пересаживаем раз в четыре года и каждую зиму формируем крону. Сколько раз пересажено, пишем в накладной. ' +
      'Непересаженное дерево дешевле, но приживается через раз, поэтому таких не держим.\n\n' +
      'Копаем машинами и вручную, комы от 60 сантиметров до двух метров. Отбор на месте обязателен для всего, что дороже пятидесяти тысяч: ' +
      'приезжайте, повесим на ваши деревья бирки. Погрузка входит в цену, манипулятор на выгрузку заказываем отдельно.',
    phone: '+7 (49634) 0-17-32',
    website: 'https://verey-kosogor.example',
    address: 'Наро-Фоминский городской округ, д. Загряжское, поле 3',
    city: 'Верея',
    regionKey: 'MOS',
    specificKey: 'nursery',
    deliveryKey: 'own',
    storesPurchases: true,
    unloads: true,
    minimumOrder: 30_000,
    face: {
      slug: 'verey-kosogor',
      hours: 'пн–сб 8–18, отбор деревьев по записи',
      deliveryArea: 'Москва, Московская и Калужская области',
    },
    zone: 4,
    creator: { name: 'Игорь Малахов', email: 'malakhov@verey-kosogor.example' },
    employees: [
      { name: 'Светлана Курбатова', email: 'kurbatova@verey-kosogor.example' },
      { name: 'Денис Осокин', email: 'osokin@verey-kosogor.example' },
      { name: 'Ринат Бикбаев', email: 'bikbaev@verey-kosogor.example' },
    ],
  },
  {
    key: 'palisad',
    name: 'Садовый центр «Гатчинский палисад»',
    inn: '4798001265',
    isVerified: true,
    about:
      'Садовый центр на выезде из Гатчины. Открыты каждый день с апреля по октябрь, зимой — по выходным и по звонку. ' +
      'На площадке около девятисот наименований: гортензии, рододендроны, хвойная мелочь, лианы, розы, многолетники в горшках.\n\n' +
      'Половину растений мы доращиваем сами, половину берём у проверенных питомников и держим у себя не меньше сезона, ' +
      'чтобы было видно, как они перезимовали в Ленинградской области. То, что не перезимовало, больше не заказываем.\n\n' +
      'Если не знаете, что посадить под старой яблоней или вдоль северной стены, спросите любого консультанта в зелёном фартуке. ' +
      'Дизайнерам даём отсрочку и собираем заказ к назначенному часу.',
    phone: '+7 (81371) 0-44-19',
    website: 'https://palisad-gatchina.example',
    address: 'Гатчина, Киевское шоссе, участок 14',
    city: 'Гатчина',
    regionKey: 'LEN',
    specificKey: 'garden-centre',
    deliveryKey: 'any',
    storesPurchases: true,
    unloads: false,
    face: {
      slug: 'gatchinskiy-palisad',
      hours: 'ежедневно 10–20',
      deliveryArea: 'Санкт-Петербург и Ленинградская область',
    },
    zone: 5,
    creator: { name: 'Елена Вихрова', email: 'vikhrova@palisad-gatchina.example' },
    employees: [
      { name: 'Антон Лебедянский', email: 'anton@palisad-gatchina.example' },
      { name: 'Мария Суханова', email: 'sukhanova@palisad-gatchina.example' },
    ],
  },
  {
    key: 'sklon',
    name: 'Питомник «Тёплый склон»',
    inn: '2398007332',
    isVerified: false,
    about:
      'Предгорья Кавказа, семь километров от Горячего Ключа. Зимой у нас редко бывает ниже пятнадцати, поэтому в открытом грунте растут кедры, ' +
      'лавровишня, фотиния, магнолии и платаны — всё то, что в средней полосе стоит в зимнем саду.\n\n' +
      'Основные покупатели — строящиеся посёлки побережья и парки края. Отгружаем фурами, к каждой машине прикладываем фитосанитарные документы и схему раскладки. ' +
      'Горшечные растения готовы к посадке круглый год, деревья с комом копаем с ноября по март.\n\n' +
      'Честно предупреждаем: если ваш участок севернее Ростова, сначала позвоните. Половину нашего ассортимента мы вам не продадим.',
    phone: '+7 (86159) 0-23-08',
    website: 'https://teply-sklon.example',
    address: 'Горячий Ключ, ст. Саратовская, ул. Питомническая, 2',
    city: 'Горячий Ключ',
    regionKey: 'KDA',
    specificKey: 'nursery',
    deliveryKey: 'russia',
    storesPurchases: false,
    unloads: false,
    minimumOrder: 15_000,
    zone: 7,
    creator: { name: 'Карен Погосян', email: 'k.pogosyan@teply-sklon.example' },
    employees: [
      { name: 'Оксана Дрозд', email: 'drozd@teply-sklon.example' },
      { name: 'Руслан Хатко', email: 'khatko@teply-sklon.example' },
    ],
  },
  {
    key: 'minnullin',
    name: 'Сад Миннуллиных',
    inn: '1698002541',
    isVerified: true,
    about:
      'Мы семья: дедушка Фарид прививает, папа возит, мама отвечает на звонки, а я, Алия, веду эту страницу. ' +
      'Питомнику двадцать три года, он начинался с шести маточных яблонь за домом в Лаишевском районе.\n\n' +
      'Выращиваем яблони, груши, вишни, смородину, жимолость и кустарники, которые не надо укрывать. Прививаем на зимостойкие подвои, ' +
      'каждый саженец подписан, и пересорта у нас не бывает: все маточники растут здесь же, можно прийти и попробовать яблоко.\n\n' +
      'Продаём со второй половины апреля и с двадцатых чисел сентября. По субботам привозим заказы в Казань.',
    phone: '+7 (84378) 0-31-56',
    website: '',
    address: 'Лаишевский район, с. Державино, ул. Садовая, 9',
    city: 'Лаишево',
    regionKey: 'TA',
    specificKey: 'nursery',
    deliveryKey: 'any',
    storesPurchases: true,
    unloads: false,
    zone: 4,
    creator: { name: 'Алия Миннуллина', email: 'aliya@sad-minnullin.example' },
    employees: [{ name: 'Рустам Миннуллин', email: 'rustam@sad-minnullin.example' }],
  },
  {
    key: 'inya',
    name: 'Лесной питомник «Инские боры»',
    inn: '5498000618',
    isVerified: true,
    about:
      'Лесной питомник на реке Ине. Выращиваем посадочный материал для лесовосстановления, защитных полос и озеленения: сосну, кедр, ель, лиственницу, пихту, берёзу. ' +
      'Семена собираем в лесах Новосибирской области и Алтая, партии идут с паспортом и удостоверением о качестве.\n\n' +
      'Ежегодный выпуск — около миллиона сеянцев с закрытой корневой системой в кассетах и столько же в открытом грунте. ' +
      'Есть школьное отделение с саженцами до полутора метров и немного крупных деревьев.\n\n' +
      'Мелкую розницу не ведём. Минимальные партии указаны в объявлениях, на большие объёмы заявки принимаем с осени.',
    phone: '+7 (38341) 0-08-61',
    website: 'https://inskie-bory.example',
    address: 'Бердск, Речкуновский тракт, 40',
    city: 'Бердск',
    regionKey: 'NVS',
    specificKey: 'forest-nursery',
    deliveryKey: 'carrier',
    storesPurchases: false,
    unloads: true,
    minimumOrder: 50_000,
    zone: 2,
    creator: { name: 'Виктор Лобанов', email: 'lobanov@inskie-bory.example' },
    employees: [{ name: 'Наталья Шефер', email: 'shefer@inskie-bory.example' }],
  },
  {
    key: 'syren',
    name: 'Питомник «Сысертская сирень»',
    inn: '6698003826',
    isVerified: false,
    about:
      'Третья зона, минус тридцать восемь в январе и снег до середины апреля. Что растёт у нас, вырастет у вас.\n\n' +
      'Начинали в 2004 году с коллекции русских сиреней, сегодня в маточнике семьдесят сортов. К ним добавились жимолость и облепиха, яблони уральской селекции, ' +
      'пузыреплодники, канадские розы и хвойные, которые не горят в марте. Сирени только корнесобственные, никакой дикой поросли.\n\n' +
      'Растения не укрываем и не подогреваем. Если что-то подмёрзло, списываем честно. Пересылаем по всему Уралу и в Сибирь, весной и осенью, с мокрым торфом в пакете.',
    phone: '+7 (34374) 0-52-20',
    website: 'https://sysert-siren.example',
    address: 'Сысертский район, п. Каменка, ул. Лесная, 17',
    city: 'Сысерть',
    regionKey: 'SVE',
    specificKey: 'nursery',
    deliveryKey: 'carrier',
    storesPurchases: false,
    unloads: false,
    zone: 3,
    creator: { name: 'Татьяна Берсенёва', email: 'bersenyova@sysert-siren.example' },
    employees: [
      { name: 'Павел Берсенёв', email: 'pavel@sysert-siren.example' },
      { name: 'Юлия Чистякова', email: 'chistyakova@sysert-siren.example' },
    ],
  },
  {
    key: 'ramon',
    name: 'Агрофирма «Рамонские аллеи»',
    inn: '3698005190',
    isVerified: true,
    about:
      'Полевой питомник полного цикла в Рамонском районе Воронежской области. 118 гектаров, капельный полив, собственная школа, склад-холодильник и парк выкопочной техники.\n\n' +
      'Специализация — уличные и парковые деревья в обхвате 12–30 см одинаковыми партиями: липа, клён, рябина, дуб, боярышник, груша, граб, платан. ' +
      'Штамб 2,2–2,5 м, прямой лидер, крона сформирована под требования городского озеленения. Отдельные поля заняты саженцами для живых изгородей.\n\n' +
      'Работаем по договору, с НДС, участвуем в поставках по 44-ФЗ. Отгрузка: март — апрель и октябрь — ноябрь, контейнерная площадка круглый сезон. ' +
      'Бронирование партии — по предоплате 30 %.',
    phone: '+7 (47340) 0-66-02',
    website: 'https://ramon-allei.example',
    address: 'Рамонский район, с. Берёзово, производственная зона, 1',
    city: 'Рамонь',
    regionKey: 'VOR',
    specificKey: 'nursery',
    deliveryKey: 'russia',
    storesPurchases: true,
    unloads: true,
    face: {
      slug: 'ramonskie-allei',
      hours: 'пн–пт 8–17',
      deliveryArea: 'Черноземье и юг России, от машины',
    },
    zone: 5,
    creator: { name: 'Алексей Завражин', email: 'zavrazhin@ramon-allei.example' },
    employees: [
      { name: 'Ольга Титова', email: 'titova@ramon-allei.example' },
      { name: 'Сергей Беляков', email: 'belyakov@ramon-allei.example' },
      { name: 'Марина Ходыкина', email: 'khodykina@ramon-allei.example' },
      { name: 'Роман Щеглов', email: 'shcheglov@ramon-allei.example' },
    ],
  },
  {
    key: 'dyuna',
    name: 'Мастерская «Сосна и дюна»',
    inn: '3998001486',
    isVerified: true,
    about:
      'Мы формируем деревья. Ниваки, топиарий, зонтики, садовый бонсай: сосны, можжевельники, тисы, лиственницы, грабы. ' +
      'Одно растение занимает у мастера от восьми до тридцати лет, поэтому двух одинаковых у нас нет, и в каждом объявлении речь идёт об одном экземпляре или о коротком ряде.\n\n' +
      'Балтийский климат позволяет растить и то, что рядом с ниваки просится само: рододендроны, верески, самшит, японские клёны, карликовые хвойные.\n\n' +
      'Раз в год приезжаем к проданным растениям и стрижём их: первый выезд в цене. По переписке ведём владельца и дальше. Снимки с четырёх сторон и с человеком для масштаба вышлем в тот же день.',
    phone: '+7 (40150) 0-12-77',
    website: 'https://sosna-i-dyuna.example',
    address: 'Зеленоградский округ, п. Моховое, ул. Балтийская, 5',
    city: 'Зеленоградск',
    regionKey: 'KGD',
    specificKey: 'collector',
    deliveryKey: 'russia',
    storesPurchases: true,
    unloads: true,
    minimumOrder: 20_000,
    zone: 6,
    creator: { name: 'Ян Рудзитис', email: 'jan@sosna-i-dyuna.example' },
    employees: [
      { name: 'Вера Каштанова', email: 'vera@sosna-i-dyuna.example' },
      { name: 'Тимофей Грач', email: 'grach@sosna-i-dyuna.example' },
    ],
  },
  {
    key: 'travy',
    name: 'Питомник многолетников «Заволжские травы»',
    inn: '5298002752',
    isVerified: false,
    about:
      'Многолетники и злаки, и больше ничего. Четыреста с лишним сортов в горшках Р9, С2 и С3, выращенных под Городцом без теплиц: зимуют на улице, под снегом, как у вас в саду.\n\n' +
      'Мы любим посадки, которые живут десять лет и не требуют клумбовой бригады: вейники с рудбекией, шалфей с котовником, герани ковром, хосты под липами. ' +
      'Пришлите план цветника — посчитаем, сколько чего на квадратный метр, и подберём замену тому, чего нет.\n\n' +
      'Продаём и по одному горшку, и паллетами. На партию от ста штук одного сорта цена ниже.',
    phone: '+7 (83161) 0-90-14',
    website: 'https://zavolzhskie-travy.example',
    address: 'Городецкий округ, д. Зарубино, 31',
    city: 'Городец',
    regionKey: 'NIZ',
    specificKey: 'nursery',
    deliveryKey: 'carrier',
    storesPurchases: false,
    unloads: false,
    face: {
      slug: 'zavolzhskie-travy',
      hours: 'вт–вс 9–18, с ноября по март по звонку',
      deliveryArea: 'Нижний Новгород; почтой по России',
    },
    zone: 4,
    creator: { name: 'Ксения Ястребова', email: 'ksenia@zavolzhskie-travy.example' },
    employees: [
      { name: 'Лидия Горшкова', email: 'gorshkova@zavolzhskie-travy.example' },
      { name: 'Никита Пряхин', email: 'pryakhin@zavolzhskie-travy.example' },
    ],
  },
  {
    key: 'rozariy',
    name: 'Розарий «Азовский берег»',
    inn: '6198006402',
    isVerified: true,
    about:
      'Розы на собственном поле под Азовом: двести сортов, девять тысяч кустов в год. Окулируем на розу мультифлору и на лаксу, выкапываем в октябре, ' +
      'сортируем вручную: три побега и больше — первый сорт, остальное не продаём.\n\n' +
      'Осенью и ранней весной отправляем розы с открытым корнем, обмакнутым в глину, с мая — в контейнерах С4, уже в бутонах. ' +
      'Кроме роз держим то, что с ними цветёт: клематисы, лаванду, шалфей, буддлею.\n\n' +
      'Хозяйка розария Анна Сергеевна ведёт журнал болезней: про каждый сорт скажет, сколько раз за лето его пришлось опрыснуть.',
    phone: '+7 (86342) 0-73-41',
    website: 'https://azov-rozariy.example',
    address: 'Азовский район, х. Рогожкино, ул. Донская, 88',
    city: 'Азов',
    regionKey: 'ROS',
    specificKey: 'nursery',
    deliveryKey: 'russia',
    storesPurchases: true,
    unloads: false,
    zone: 6,
    creator: { name: 'Анна Шевкунова', email: 'shevkunova@azov-rozariy.example' },
    employees: [{ name: 'Дарья Кравец', email: 'kravets@azov-rozariy.example' }],
  },
  {
    key: 'ryad',
    name: 'Оптовая база «Зелёный ряд»',
    inn: '6398003110',
    isVerified: true,
    about:
      'Кустарники и саженцы для живых изгородей оптом. Самарская область, Кинель, рядом с трассой М-5. ' +
      'Кизильник, пузыреплодник, спирея, дёрен, барбарис, туя, вяз — десятками тысяч, одинаковые, пересчитанные, связанные по 25 и по 50.\n\n' +
      'Считаем погонные метры за вас: скажите высоту изгороди и длину забора. Отсрочка постоянным клиентам, доставка своей шестиметровой газелью до 300 км без наценки за выходные.\n\n' +
      'Ранняя весна и осень — открытая корневая. С мая по октябрь — контейнер.',
    phone: '+7 (84663) 0-27-85',
    website: 'https://zeleny-ryad.example',
    address: 'Кинель, ул. Промышленная, 12, корп. 3',
    city: 'Кинель',
    regionKey: 'SAM',
    specificKey: 'wholesale',
    deliveryKey: 'own',
    storesPurchases: true,
    unloads: true,
    zone: 4,
    creator: { name: 'Геннадий Фомичёв', email: 'fomichev@zeleny-ryad.example' },
    employees: [
      { name: 'Ирина Салмина', email: 'salmina@zeleny-ryad.example' },
      { name: 'Владислав Ерёмин', email: 'eryomin@zeleny-ryad.example' },
    ],
  },
  {
    key: 'taiga',
    name: 'Питомник «Уссурийский подлесок»',
    inn: '2598000976',
    isVerified: false,
    about:
      'Дальневосточная флора из Приморья: то, что в садах средней полосы считается экзотикой, у нас растёт за калиткой. ' +
      'Амурский бархат, маакия, диморфант, аралия, актинидия, лимонник, амурский виноград, корейский кедр, цельнолистная пихта.\n\n' +
      'Семена и черенки берём только в питомнике и на своих лесных участках по договору аренды, из природы растений не выкапываем. ' +
      'Всё выращено из местных семян, у каждой партии записан год сбора и место.\n\n' +
      'До европейской части отправляем два раза в год рефрижератором: в апреле и в октябре, девять–одиннадцать дней в пути. ' +
      'Контейнерные растения едут с влажным субстратом, отпад за прошлый сезон — меньше двух процентов.',
    phone: '+7 (4234) 05-18-33',
    website: 'https://ussuri-podlesok.example',
    address: 'Уссурийск, с. Каймановка, ул. Комаровская, 3',
    city: 'Уссурийск',
    regionKey: 'PRI',
    specificKey: 'collector',
    deliveryKey: 'russia',
    storesPurchases: true,
    unloads: false,
    zone: 5,
    creator: { name: 'Глеб Арсентьев', email: 'arsentiev@ussuri-podlesok.example' },
    employees: [{ name: 'Надежда Ли', email: 'nadezhda.li@ussuri-podlesok.example' }],
  },
]
