import { isAdjective, mayBeAdjective, stemOf } from './russian-forms.ts'

/** Names of genera in the trade that the directory lacks: the name, and the Latin genus it means. */
export const genusAliases: [alias: string, genus: string][] = [
  ['Свидина', 'Cornus'],
  ['Таволга', 'Spiraea'],
  ['Курильский чай', 'Dasiphora'],
  ['Пятилистник', 'Dasiphora'],
  ['Potentilla', 'Dasiphora'],
  ['Жасмин садовый', 'Philadelphus'],
  ['Ломонос', 'Clematis'],
  ['Функия', 'Hosta'],
  ['Шиповник', 'Rosa'],
  ['Боярка', 'Crataegus'],
  ['Буксус', 'Buxus'],
  ['Азалия', 'Rhododendron'],
  ['Azalea', 'Rhododendron'],
  ['Сакура', 'Prunus'],
  ['Лжетсуга', 'Pseudotsuga'],
  ['Дугласия', 'Pseudotsuga'],
  ['Дугласова пихта', 'Pseudotsuga'],
  ['Биота', 'Platycladus'],
  ['Biota', 'Platycladus'],
  ['Верба', 'Salix'],
  ['Ракита', 'Salix'],
  ['Акация желтая', 'Caragana'],
  ['Желтая акация', 'Caragana'],
  ['Белая акация', 'Robinia'],
  ['Акация белая', 'Robinia'],
  ['Айва японская', 'Chaenomeles'],
  ['Японская айва', 'Chaenomeles'],
  ['Водосбор', 'Aquilegia'],
  ['Цимицифуга', 'Actaea'],
  ['Cimicifuga', 'Actaea'],
  ['Воронец', 'Actaea'],
  ['Седум', 'Sedum'],
  ['Седум', 'Hylotelephium'],
  ['Очиток', 'Hylotelephium'],
  ['Sedum', 'Hylotelephium'],
  ['Касатик', 'Iris'],
  ['Таволга', 'Filipendula'],
  ['Ромашка', 'Leucanthemum'],
  ['Чабрец', 'Thymus'],
  ['Перовския', 'Salvia'],
  ['Perovskia', 'Salvia'],
  ['Ветреница', 'Anemone'],
  ['Ветреница', 'Eriocapitella'],
  ['Арункус', 'Aruncus'],
  ['Вольжанка', 'Aruncus'],
  ['Папоротник', 'Dryopteris'],
  ['Папоротник', 'Athyrium'],
  ['Папоротник', 'Matteuccia'],
  ['Тюльпанное дерево', 'Liriodendron'],
  ['Ильм', 'Ulmus'],
  ['Берест', 'Ulmus'],
  ['Карагач', 'Ulmus'],
  ['Явор', 'Acer'],
  ['Партеноциссус', 'Parthenocissus'],
  ['Вистерия', 'Wisteria'],
  ['Аристолохия', 'Isotrema'],
  ['Aristolochia', 'Isotrema'],
  ['Остролист', 'Ilex'],
  ['Илекс', 'Ilex'],
  ['Орешник', 'Corylus'],
  ['Фундук', 'Corylus'],
  ['Черноплодка', 'Aronia'],
  ['Черноплодная рябина', 'Aronia'],
  ['Рябина черноплодная', 'Aronia'],
  ['Клубника', 'Fragaria'],
  ['Тутовник', 'Morus'],
  ['Pennisetum', 'Cenchrus'],
  ['Перистощетинник', 'Cenchrus'],
  ['Двукисточник', 'Phalaris'],
  ['Щучка', 'Deschampsia'],
  ['Stephanandra', 'Neillia'],
  ['Луизеания', 'Prunus'],
  ['Асимина', 'Asimina'],
  ['Филлостахис', 'Phyllostachys'],
]

/** What the trade writes with a sign between two letters, so that it looks like two words, and what it may mean. */
export const shorthands: Record<string, string[]> = {
  'р-н': ['рододендрон'],
  'м-к': ['можжевельник'],
  // Of a barberry its colour, of a lime its size.
  'кр/л': ['краснолистный', 'крупнолистный'],
  'м/л': ['мелколистный'],
  'к/л': ['крупнолистный'],
  'п/л': ['пестролистный'],
  'ж/л': ['желтолистный'],
}

/** Names of species by a country, translated from English, that botany does not use: the name, and the species it means. */
export const speciesAliases: [alias: string, species: string][] = [
  ['норвежский', 'Acer platanoides'],
  ['норвежская', 'Picea abies'],
  ['колорадская', 'Picea pungens'],
  ['шотландская', 'Pinus sylvestris'],
  ['английский', 'Quercus robur'],
  ['американская', 'Thuja occidentalis'],
  ['европейский', 'Fraxinus excelsior'],
  ['японский', 'Berberis thunbergii'],
]

/** Words that are sometimes written with a name and do not distinguish plants. */
export const ranks = new Set(
  'var f ssp subsp cv cvs sp spp gr group x х сорт сорта гр группа вид вар форма ф subf hybr hybrid hybrids hort l'.split(
    ' ',
  ),
)

/** Little words within cultivar names: leaving them out does not change the name. */
export const littleWords = new Set(
  'de du des la le les l d der die das dem den von van of for the and a an et y и де дю ду ля ла ле лес оф фо фор зе зэ фон ван энд ет мме mme madame мадам dr doctor доктор st r p'.split(
    ' ',
  ),
)

/**
 * Words that breeders give to plants of many genera: first names, gems, titles, heavenly bodies, weather, beasts, and
 * Latin descriptions. Alone they name no plant, even if the directory knows only one of this name; neither do adjectives
 * («Фестивальная»).
 */
const sharedNames = new Set(
  `августина аврора агат александр александра александрия алиса алмаз алеша аленушка альбион альфа аметист амфора ангелина
  анжелика анна аполлон ариэль арктика арлекин атлант багира балерина барон бемби берилл бетти бирюза богатырь бонус
  бриллиант бронза валюта ванесса вега венера вера верона вероника весна ветеран викинг виктория виола водолей вологда
  вьюга гармония гелиос генерал геракл герда герой глория гном гранат грация гусар даша дебора диана добрыня дракон
  дюймовочка ева екатерина елена елизавета жемчуг жемчужина загадка звезда зефир золушка идеал изумруд индия ирина искра
  каприз кардинал кармен каролина катюша кира клеопатра колибри колобок командор комета комет комсомолец конференция
  коралл корона королева космос красавица кристалл ксения лада ласточка лебедь лебедушка легенда лентяй лилия лира лола
  луиза людмила люси магия маэстро мажор маргарита марина мария марс мартин маруся марфа маршал маяк медея мелодия мелани
  мечта метеор минута мираж молли монарх морена москва москвичка муза муромец надежда награда наполеон наталья натали
  наташа настя нептун ника нимфа новинка ночка огонек одиссей октава олимп ольга орион орлик орфей память парад париж
  первенец персей пигмей пингвин пилигрим победа полюс президент премьер принц принцесса прометей радость радуга рапсодия
  регент регина рекорд роза роксана роланд романтика россиянка рубин русалка сабина самурай сапфир сахара светлана сюрприз
  свежесть север сириус сказка скромница слава снежинка снежок солнце сказочница соната султан татьяна тайфун танго таруса
  тамара титан титания топаз тролль триумф тундра улыбка успех фаворит фантазия факел феникс фея фламинго флора фонтан
  фортуна царица чайка чародейка черномор чудо эвридика экзотика электра элегия эльбрус эльдорадо эмма эстафета юбиляр юлия
  юннат юпитер юность янтарь ярослав ярославна
  alexander alexandra alfred amadeus anastasia anna apollo aurora berill cardinal carmen charity comet diamant diana diane
  electra eliza elizabeth galaxy gloria goliath grace hercules isabella jubilee karmen kardinal kleopatra komet koralle
  kosmos kristina madonna magic maria marina martin melanie meteor minerva minuta monarch nevada paris perfecta polaris
  president regina robert roland rubin samurai sapphire sarah satan sensation sunset susan titan totem tundra vanessa
  victoria viking
  инверса лютеа маргината минима перфекта плюмоза радиата эффуза
  inversa lutea marginata minima plumosa radiata effusa perfecta rubella vivid`
    .split(/\s+/)
    .filter(Boolean),
)
export const isSharedName = (folded: string) => sharedNames.has(folded) || (/[а-я]/.test(folded) && isAdjective(folded))

/** Species' names that a catalogue may omit: they rule no other plant out. */
const looseStems = new Set(
  'гибридная садовая культурная домашняя съедобная декоративная колонновидная крупноплодная ремонтантная сортовая чайно плетистая флорибунда английская канадская парковая кустовая почвопокровная миниатюрная полиантовая грандифлора чайная древесная травянистая бородатый высокий крупноцветковый'
    .split(' ')
    .map(stemOf),
)
export const isLoose = (folded: string) => looseStems.has(stemOf(folded)) || /^hybrid|^hortens/.test(folded)

/** Words in any of their forms; what has the stem of an adjective, but not its ending, is another word. */
function anyFormOf(words: string): (folded: string) => boolean {
  const all = words.trim().split(/\s+/)
  const [adjectives, others] = [all.filter(isAdjective), all.filter(word => !isAdjective(word))].map(
    list => new Set(list.map(stemOf)),
  )
  return folded => {
    const stem = stemOf(folded)
    return (others?.has(stem) || (adjectives?.has(stem) && mayBeAdjective(folded, stem))) ?? false
  }
}

/** Words beside a name that do not name a plant: size, packing, form, colour, remarks. Compared by stem. */
export const isRemark = anyFormOf(
  `шт штук штука штуки экз экземпляр саженец саженцы саженцев сажанцы крупномер крупномеры растение растения дерево деревья деревце куст
  кустарник кустарники кустик кустовой кустовая кустовидный кустовидная хвойные лиственные лиственное хвойное плодовые плодовое ягодные
  многолетник многолетники лиана лианы цена руб рубль рублей опт оптом розница от до не менее более высота выс высотой ширина шир диаметр диам обхват окружность ствол
  ствола ствол стволы штамб штамбе штамба штамбик штамбовый штамбовая штамбовое полуштамб полуштамбовый многоствольный многоствольная
  многоствольное мультиштамб мультистем солитер солитеры живая изгородь изгороди бонсай топиар топиарий топиарная стриженый стриженая
  формованный формованная форма шар шара куб конус спираль пирамида ниваки шпалера плоскокронная ком кома комом комом земли земля мешковина сетка корзина корзине
  контейнер контейнере конт горшок горшке кассета кассете окс зкс открытый закрытый корневая система корень корни корнями корнем
  пересадка пересажен пересаженный кратно привитый привитая привитое прививка привит подвой сеянец сеянцы черенок черенки отводок делёнка деленка год года лет летний летняя
  летнее двухлетний двухлетка трехлетний трехлетка возраст взрослый взрослое молодой сорт сорта сортовой сортосмесь микс mix смесь вид группа гр новинка хит акция распродажа скидка наличие налич
  наличии заказ предзаказ ожидается поступление резерв снято продано есть нет мало много весна осень лето зима весной осенью сезон
  питомник производство россия польша германия голландия нидерланды сербия италия беларусь импорт отечественный местный местная
  красный красная красное белый белая белое розовый розовая розовое желтый желтая желтое синий синяя голубой голубая фиолетовый
  фиолетовая сиреневый сиреневая оранжевый оранжевая лиловый лиловая пурпурный пурпурная малиновый малиновая кремовый кремовая бордовый бордовая вишневый лососевый
  абрикосовый зеленый зеленая зеленое золотистый золотистая серебристый серебристая светло темно нежно ярко бело розово красно пестролистный пестролистная
  пестрый краснолистный краснолистная желтолистный желтолистная махровый махровая махровое немахровый душистый ароматный низкий низкая высокий высокая карликовый карликовая
  карликовое миниатюрный шаровидный шаровидная шаровидное колонновидный колонновидная колонновидное пирамидальный пирамидальная
  плакучий плакучая конусовидный конусовидная конический коническая стелющийся стелющаяся раскидистый раскидистая почвопокровный почвопокровная
  вечнозеленый вечнозеленая декоративный декоративная садовый садовая парковый парковая чайно гибридный гибридная флорибунда плетистая плетистый шраб спрей
  английская кустовая ремонтантный ремонтантная ранний ранняя средний средняя поздний поздняя сладкий сладкая крупноплодный крупноцветковый
  крупноцветковая мелкоцветковый столовый столовая столовые летняя зимний зимняя осенний осенняя зимостойкий морозостойкий устойчивый плодоносящий цветущий самоплодный
  цветки цветок цветы цветков листья лист хвоя крона кроной плоды плод ягода ягоды цвет цветение высадка группа категория сорт стандарт экстра
  сад теневой тень солнце полутень почва для из под при без или на по со за об то же см мм кг гр упак упаковка пакет литр литров кол колво количество ед изм измерения
  размер размеры наименование название артикул код примечание итого всего зона бирка фото описание как проекту проект согласно позиция
  дюйм метр метра метров лет ростом рост прирост тип примерно около свыше типа аналог эквивалент замена указанный посадочный материал место густой густая пушистый ровный качество
  height width cm mm pot container cont rb wrb pa sta stu hst sol mst pcs pc grafted plug tray clt ltr co br bare root rootball multistem topiary hedge shrub tree standard solitair solitaire hochstamm halbstamm stammbusch new bush
  l mill maxim ehrh karst pall marsh marshall michx lam thunb siebold zucc carr carriere rupr ledeb dc link loud roi moench rehd rehder schneid bunge turcz
  fisch mey kom hook torr gray nutt engelm parl lindl wall franch hemsl medik borkh poir willd desf ait muenchh gaertn roth scop huds hort jacq koehne dippel spach
  raf salisb sweet batal regel voss opiz griseb boiss stev bieb blume decne planch tratt britt wils kuntze benth sarg
  ассортимент ассортименте ассорти ркс кс па летка лётка двухлетки трехлетки
  pbr wb mdb mb ob dr stb hch hei heister heckenpflanze tr triebe str саж тон`,
)

export const isColour = anyFormOf(
  `красный белый розовый желтый синий голубой фиолетовый сиреневый оранжевый лиловый пурпурный малиновый кремовый бордовый вишневый лососевый абрикосовый
  зеленый золотистый серебристый махровый`,
)

/** A line with one of these is not about a plant, whatever it names: «грунт для роз», «кора лиственницы». */
const otherGoods = new Set(
  `кора щепа грунт почвогрунт субстрат торф удобрение удобрения мульча семена семян шишки опора опоры кашпо шланг секатор перчатки лопата агроткань
  геотекстиль доставка уход обрезка полив стрижка вырубка удаление демонтаж корчевание снос пересадка спил валка опилки дрова лапник
  букет венок масло мед чай варенье отдушка свеча обои книга журнал пленка укрытие чехол мешок замазка вар бальзам фунгицид инсектицид
  гербицид подкормка стимулятор корневин рулонный газон брус доска вагонка пиломатериал паркет саженцевыкопочная микориза диаммофоска нитроаммофоска
  навоз перегной компост керамзит хвоинка препарат средство ограждение кольцо лента шпагат защита обработка опрыскивание посев окучивание`
    .split(/\s+/)
    .map(stemOf),
)
export const isOtherGoods = (folded: string) => otherGoods.has(stemOf(folded))

/** Words followed by a remark: «Липа с комом». */
export const prepositions = new Set('с со в во на для из под при без от до по за и или не к у об над как'.split(' '))

/** Spellings of cultivars in Russian letters that no reading rule gives. */
export const writtenAs: Record<string, string[]> = {
  smaragd: ['изумруд', 'изумрудная'],
  kanzan: ['кванзан'],
  queen: ['куин'],
  white: ['уайт'],
  fire: ['файер', 'фаер'],
  fraise: ['фрайз'],
  sugar: ['шугар', 'шуга'],
  glauca: ['сизая'],
  // English little words as they sound.
  the: ['зе', 'зэ'],
  and: ['энд'],
  of: ['оф'],
  for: ['фо'],
}
