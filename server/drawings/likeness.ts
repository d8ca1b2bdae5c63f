/**
 * By what a genus is recognised, beyond the words of the directory: the form of its leaf, flower and fruit and how it
 * grows. Most genera need nothing of this. A species' line counts before its genus'.
 */
import type { FlowerForm, FruitForm, LeafType } from './plant-facts.ts'

/** A leaf as drawn: the directory's types, and forms that it does not tell apart. */
export type Blade =
  | LeafType
  | 'rounded' // гейхера, манжетка
  | 'divided' // герань, дельфиниум
  | 'ternate' // астильба, василистник
  | 'spiny' // падуб, магония
  | 'trifoliate' // земляника, бобовник
  | 'rosette' // молодило

/** A flower or head as drawn. */
export type BloomLook =
  | FlowerForm
  | 'coneflower' // эхинацея: отогнутые лепестки вокруг конуса
  | 'pompon' // махровая эхинацея, хризантема
  | 'aster' // много узких лучей
  | 'mallow' // гибискус
  | 'clematis'
  | 'magnolia'
  | 'star-magnolia'
  | 'bracts' // дёрен коуза
  | 'lily' // лилия, лилейник: шесть отогнутых листочков
  | 'truss' // рододендрон
  | 'flat-head' // очиток, тысячелистник
  | 'airy' // рыхлая метёлка злаков, гейхеры
  | 'feather' // вейник: узкая метёлка
  | 'fingers' // мискантус
  | 'brush' // пеннисетум, кровохлёбка
  | 'wand' // перовския, шалфей: редкий тонкий колос
  | 'shaggy' // монарда
  | 'thistle' // мордовник

/** A fruit as drawn. */
export type FruitLook =
  | FruitForm
  | 'string' // смородина
  | 'gooseberry'
  | 'raspberry'
  | 'strawberry'
  | 'long-berry' // жимолость съедобная
  | 'grapes'

/** A way of growing that the directory's words do not say. */
export type Build =
  | 'mound'
  | 'tuft'
  | 'stalked'
  | 'clipped'
  | 'heath'
  | 'bamboo'
  | 'cedar'
  | 'water'
  | 'grafted'
  | 'few-stems'

export interface Likeness {
  blade?: Blade
  bloom?: Partial<Record<FlowerForm, BloomLook>>
  fruit?: Partial<Record<FruitForm, FruitLook>>
  build?: Build
  /** It is grown for its fruit: the main picture shows that, not the flower. */
  isCrop?: true
  /** It is grown for its leaves: neither its small flowers nor its fruit hide them. */
  isForLeaves?: true
  /** It flowers before its leaves come, and is known by that. */
  flowersBare?: true
}

const grass = (look: BloomLook): Likeness => ({ bloom: { panicle: look, plume: look, spike: look, raceme: look } })
const airy = grass('airy')
const brush = grass('brush')
const feather = grass('feather')
const perennial = (blade: Blade, bloom: Likeness['bloom'] = {}): Likeness => ({ blade, bloom })
const wands: Likeness = { bloom: { spike: 'wand', panicle: 'wand' } }
const coneflower: Likeness = { bloom: { daisy: 'coneflower', rose: 'pompon' } }
const asters: Likeness = { bloom: { daisy: 'aster', rose: 'pompon' } }
const flatHeads: Likeness = { bloom: { umbel: 'flat-head', corymb: 'flat-head' } }
const crop: Likeness = { isCrop: true }
const bare: Likeness = { flowersBare: true }
const forLeaves: Likeness = { isForLeaves: true }

const kinds: Record<string, Likeness> = {
  // Leaves.
  heuchera: perennial('rounded', { panicle: 'wand' }),
  heucherella: perennial('rounded', { panicle: 'wand' }),
  tiarella: perennial('rounded'),
  alchemilla: perennial('rounded', { panicle: 'airy' }),
  asarum: perennial('rounded'),
  geranium: perennial('divided'),
  delphinium: perennial('divided'),
  aconitum: perennial('divided'),
  trollius: { ...perennial('divided'), build: 'stalked' },
  pulsatilla: { build: 'stalked' },
  geum: { build: 'stalked' },
  astrantia: perennial('divided'),
  papaver: { ...perennial('ternate'), build: 'stalked' },
  astilbe: perennial('ternate'),
  aruncus: perennial('ternate'),
  actaea: perennial('ternate', { spike: 'brush' }),
  thalictrum: perennial('ternate', { panicle: 'airy' }),
  aquilegia: perennial('ternate'),
  lamprocapnos: perennial('ternate'),
  paeonia: { ...perennial('elliptic'), build: 'stalked' },
  eriocapitella: { ...perennial('ternate'), build: 'stalked' },
  anemonoides: perennial('ternate'),
  aegopodium: perennial('ternate'),
  waldsteinia: perennial('trifoliate'),
  fragaria: { blade: 'trifoliate', fruit: { berry: 'strawberry' }, isCrop: true },
  laburnum: { blade: 'trifoliate' },
  ilex: { blade: 'spiny', ...crop },
  'ilex crenata': { blade: 'tiny', build: 'clipped' },
  'ilex verticillata': { ...crop, blade: 'elliptic' },
  'osmanthus heterophyllus': { blade: 'spiny' },
  'berberis aquifolium': { blade: 'spiny' },
  'berberis thunbergii': forLeaves,
  'berberis ottawensis': forLeaves,
  mahonia: { blade: 'spiny' },
  // Flowers.
  echinacea: coneflower,
  rudbeckia: coneflower,
  helenium: coneflower,
  gaillardia: { bloom: { daisy: 'coneflower' } },
  symphyotrichum: asters,
  aster: asters,
  erigeron: asters,
  eurybia: asters,
  inula: asters,
  leucanthemum: { bloom: { rose: 'pompon', daisy: 'aster' } },
  coreopsis: { bloom: { rose: 'pompon' } },
  heliopsis: { bloom: { rose: 'pompon' } },
  chrysanthemum: { bloom: { rose: 'pompon', daisy: 'aster' } },
  monarda: { bloom: { daisy: 'shaggy' } },
  centaurea: { bloom: { daisy: 'shaggy' } },
  knautia: { bloom: { daisy: 'thistle' } },
  scabiosa: { bloom: { daisy: 'thistle' } },
  echinops: { bloom: { ball: 'thistle' } },
  eryngium: { bloom: { ball: 'thistle' } },
  hibiscus: { blade: 'ovate', bloom: { single: 'mallow' } },
  alcea: { bloom: { single: 'mallow' }, build: 'few-stems' },
  lilium: { bloom: { trumpet: 'lily', bell: 'lily' }, build: 'few-stems' },
  hemerocallis: { bloom: { trumpet: 'lily', rose: 'lily' } },
  'oenothera lindheimeri': { bloom: { raceme: 'wand' } },
  clematis: { bloom: { single: 'clematis' } },
  magnolia: { bloom: { single: 'magnolia', rose: 'star-magnolia' } },
  'magnolia soulangeana': { bloom: { single: 'magnolia', rose: 'star-magnolia' }, flowersBare: true },
  'magnolia denudata': { bloom: { single: 'magnolia', rose: 'star-magnolia' }, flowersBare: true },
  'magnolia stellata': { bloom: { single: 'star-magnolia', rose: 'star-magnolia' }, flowersBare: true },
  'magnolia loebneri': { bloom: { single: 'star-magnolia', rose: 'star-magnolia' }, flowersBare: true },
  'magnolia kobus': { bloom: { single: 'star-magnolia', rose: 'star-magnolia' }, flowersBare: true },
  'cornus kousa': { bloom: { single: 'bracts', corymb: 'bracts' } },
  'cornus florida': { bloom: { single: 'bracts', corymb: 'bracts' } },
  'cornus canadensis': { bloom: { single: 'bracts', corymb: 'bracts' } },
  'cornus mas': crop,
  amelanchier: { bloom: { raceme: 'cluster' } },
  rhododendron: { bloom: { umbel: 'truss', corymb: 'truss' } },
  kalmia: { bloom: { corymb: 'truss' } },
  hylotelephium: flatHeads,
  phedimus: flatHeads,
  sedum: flatHeads,
  achillea: flatHeads,
  eutrochium: flatHeads,
  salvia: wands,
  nepeta: wands,
  lavandula: { ...wands, build: 'mound' },
  santolina: { build: 'mound' },
  artemisia: { blade: 'ternate', build: 'mound' },
  'artemisia abrotanum': { build: 'heath' },
  armeria: { build: 'tuft' },
  veronica: wands,
  veronicastrum: wands,
  lythrum: wands,
  agastache: wands,
  hyssopus: wands,
  betonica: { ...wands, blade: 'elliptic', build: 'mound' },
  stachys: { ...wands, blade: 'elliptic', build: 'mound' },
  vitex: wands,
  verbena: wands,
  gypsophila: { bloom: { panicle: 'airy' } },
  galium: { bloom: { panicle: 'airy' } },
  saxifraga: { bloom: { panicle: 'airy' } },
  sanguisorba: { bloom: { spike: 'brush' } },
  bistorta: { bloom: { spike: 'brush' } },
  liatris: { bloom: { spike: 'brush' } },
  fothergilla: { bloom: { spike: 'brush' } },
  sempervivum: { blade: 'rosette' },
  chaenomeles: bare,
  forsythia: bare,
  abeliophyllum: bare,
  hamamelis: bare,
  cercis: bare,
  'prunus triloba': bare,
  'prunus tenella': bare,
  'daphne mezereum': bare,
  'prunus sargentii': bare,
  'prunus serrulata': bare,
  'prunus subhirtella': bare,
  'prunus yedoensis': bare,
  'prunus incisa': bare,
  'prunus nipponica': bare,
  'prunus glandulosa': bare,
  // Grasses.
  miscanthus: grass('fingers'),
  calamagrostis: feather,
  molinia: airy,
  panicum: airy,
  deschampsia: airy,
  festuca: feather,
  koeleria: feather,
  sesleria: feather,
  sporobolus: airy,
  briza: airy,
  milium: airy,
  luzula: airy,
  melica: airy,
  celtica: airy,
  stipa: feather,
  nassella: feather,
  sorghastrum: feather,
  andropogon: feather,
  schizachyrium: airy,
  hakonechloa: airy,
  arrhenatherum: airy,
  glyceria: airy,
  phalaris: feather,
  helictotrichon: airy,
  chasmanthium: airy,
  phragmites: grass('plume'),
  cenchrus: brush,
  alopecurus: brush,
  typha: brush,
  leymus: feather,
  fargesia: { blade: 'lanceolate', build: 'bamboo' },
  phyllostachys: { blade: 'lanceolate', build: 'bamboo' },
  // Fruit.
  ribes: { blade: 'rounded', fruit: { cluster: 'string', berry: 'string' }, ...crop },
  'ribes uva-crispa': { blade: 'rounded', fruit: { cluster: 'gooseberry', berry: 'gooseberry' }, ...crop },
  'ribes sanguineum': { blade: 'rounded' },
  'ribes aureum': { blade: 'rounded' },
  rubus: { blade: 'trifoliate', fruit: { berry: 'raspberry' }, ...crop },
  'lonicera caerulea': { fruit: { berry: 'long-berry', cluster: 'long-berry' }, ...crop },
  vaccinium: crop,
  vitis: { fruit: { cluster: 'grapes' }, ...crop },
  symphoricarpos: crop,
  callicarpa: crop,
  laurus: crop,
  pyracantha: crop,
  cotoneaster: crop,
  actinidia: crop,
  schisandra: crop,
  punica: crop,
  // Ways of growing.
  buxus: { blade: 'tiny', build: 'clipped' },
  calluna: { build: 'heath' },
  erica: { build: 'heath' },
  cedrus: { build: 'cedar' },
  araucaria: { build: 'cedar' },
  juniperus: { blade: 'needle-awl' },
  nymphaea: { blade: 'round', build: 'water' },
}

/** Cultivars that hang from the stem on which they are grafted, and would lie on the ground without it. */
const grafted = /pendul|kilmarnock|'walker'|red cascade/i

/** What is told of the species, else of the genus. */
export function likenessOf(genus: string, species: string, latinName: string): Likeness {
  const known = kinds[`${genus} ${species}`] ?? kinds[genus] ?? {}
  return grafted.test(latinName) ? { ...known, build: 'grafted' } : known
}
