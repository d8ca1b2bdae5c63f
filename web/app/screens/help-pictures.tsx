import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/*
 * What the screens look like, drawn small in the site's own colours: a photograph of a screen weighs more, shows one
 * theme, and is wrong after the next change. They say nothing that the text beside them does not.
 */

type Colour = 'ink' | 'muted' | 'leaf' | 'accent' | 'onLeaf'
const colours: Record<Colour, string> = {
  ink: 'fill-ink',
  muted: 'fill-muted',
  leaf: 'fill-leaf',
  accent: 'fill-accent',
  onLeaf: 'fill-on-leaf',
}

interface WordsProps {
  x: number
  y: number
  colour?: Colour
  isBold?: boolean
  isEnd?: boolean
  children: string
}

function Words({ x, y, colour = 'ink', isBold, isEnd, children }: WordsProps) {
  return (
    <text
      x={x}
      y={y}
      fontSize="12"
      textAnchor={isEnd ? 'end' : undefined}
      className={clsx(colours[colour], isBold && 'font-semibold')}
    >
      {children}
    </text>
  )
}

/** A box; `tone` is its ground. */
function Box({
  x,
  y,
  w,
  h,
  tone = 'fill-surface stroke-line',
}: Record<'x' | 'y' | 'w' | 'h', number> & { tone?: string }) {
  return <rect x={x} y={y} width={w} height={h} rx="5" className={tone} />
}

function Scene({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden viewBox="0 0 320 150" className="mb-3 w-full rounded-lg border border-line bg-sunken">
      {children}
    </svg>
  )
}

/** Rows of a table: what stands at the left, and at the right. */
function Rows({ rows, marked }: { rows: [string, string][]; marked?: number }) {
  return rows.map(([left, right], at) => (
    <g key={left}>
      <Box
        x={16}
        y={14 + at * 32}
        w={288}
        h={26}
        tone={at === marked ? 'fill-leaf-soft stroke-leaf' : 'fill-surface stroke-line'}
      />
      <Words x={26} y={31 + at * 32}>
        {left}
      </Words>
      <Words x={294} y={31 + at * 32} isEnd isBold>
        {right}
      </Words>
    </g>
  ))
}

const tick = 'm0 0 4 4 8-9'

/** A line of steps, the first `done` of which are behind. */
function Steps({ names, done }: { names: string[]; done: number }) {
  return names.map((name, at) => (
    <g key={name} transform={`translate(${40 + at * 80} 62)`}>
      {at > 0 && (
        <path d="M-66 0h52" className={clsx(at <= done ? 'stroke-leaf' : 'stroke-edge', 'fill-none stroke-2')} />
      )}
      <circle r="12" className={at < done ? 'fill-leaf' : 'fill-surface stroke-edge'} />
      {at < done && <path d={tick} transform="translate(-5 1)" className="fill-none stroke-on-leaf stroke-2" />}
      <text y="34" fontSize="12" textAnchor="middle" className={at < done ? 'fill-ink' : 'fill-muted'}>
        {name}
      </text>
    </g>
  ))
}

function Stars({ y }: { y: number }) {
  return [0, 1, 2, 3, 4].map(at => (
    <path
      key={at}
      transform={`translate(${96 + at * 26} ${y})`}
      d="m10 0 3 6.600 7 .8-5.200 4.900 1.400 7.200-6.200-3.500-6.200 3.500 1.400-7.200L0 7.400l7-.8z"
      className={at < 4 ? 'fill-accent' : 'fill-line'}
    />
  ))
}

/** The picture of each step of the help. */
export const helpPictures = {
  schedule: (
    <Scene>
      <Rows
        rows={[
          ['Липа мелколистная 18–20', '12 шт.'],
          ['Туя Смарагд 160–180', '40 шт.'],
          ['Дуб черешчатый 14–16', '2 шт.'],
          ['Гортензия Лаймлайт С5', '30 шт.'],
        ]}
        marked={0}
      />
    </Scene>
  ),
  choice: (
    <Scene>
      <Rows
        rows={[
          ['Дешевле всего', '412 600 ₽'],
          ['Меньше питомников', '438 000 ₽'],
          ['Ближе всего', '455 300 ₽'],
        ]}
        marked={0}
      />
      <Words x={26} y={130} colour="muted">
        Растения + доставка = итого
      </Words>
    </Scene>
  ),
  request: (
    <Scene>
      <Box x={16} y={50} w={96} h={50} tone="fill-leaf-soft stroke-leaf" />
      <Words x={28} y={72} isBold>
        Запрос
      </Words>
      <Words x={28} y={88} colour="muted">
        31 строка
      </Words>
      {['Питомник 1', 'Питомник 2', 'Питомник 3'].map((name, at) => (
        <g key={name}>
          <path
            d={`M112 75C150 75 150 ${29 + at * 46} 186 ${29 + at * 46}`}
            className="fill-none stroke-leaf stroke-2"
          />
          <Box x={188} y={14 + at * 46} w={116} h={30} />
          <Words x={200} y={33 + at * 46}>
            {name}
          </Words>
        </g>
      ))}
    </Scene>
  ),
  deal: (
    <Scene>
      <Steps names={['Выбрана', 'Подтверждена', 'Передана', 'Получена']} done={3} />
    </Scene>
  ),
  review: (
    <Scene>
      <Box x={64} y={24} w={192} h={102} />
      <Stars y={46} />
      <Words x={84} y={92}>
        Комы целые, приехали
      </Words>
      <Words x={84} y={108}>
        в срок. Спасибо!
      </Words>
    </Scene>
  ),
  list: (
    <Scene>
      <Box x={16} y={30} w={84} h={92} />
      <Words x={30} y={62} colour="muted">
        прайс.xlsx
      </Words>
      <path d="M30 76h56M30 88h56M30 100h36" className="stroke-line stroke-2" />
      <path d="M112 76h30m-9-8 9 8-9 8" className="fill-none stroke-leaf stroke-2" />
      {['Туя Смарагд', '80–100 · С5', '900 ₽, 30 шт.'].map((text, at) => (
        <g key={text}>
          <Box x={156} y={22 + at * 38} w={148} h={30} tone="fill-leaf-soft stroke-leaf" />
          <Words x={168} y={41 + at * 38}>
            {text}
          </Words>
        </g>
      ))}
    </Scene>
  ),
  stock: (
    <Scene>
      <Rows
        rows={[
          ['Ель колючая 100–120', '2 400 ₽'],
          ['Ель колючая 150–175', '5 900 ₽'],
          ['Сосна горная С10', '1 150 ₽'],
        ]}
      />
      <Box x={222} y={48} w={80} h={22} tone="fill-paper stroke-leaf stroke-2" />
      <Words x={294} y={63} isEnd isBold>
        6 200 ₽|
      </Words>
      <Words x={26} y={130} colour="muted">
        Сохранится само
      </Words>
    </Scene>
  ),
  incoming: (
    <Scene>
      <Rows
        rows={[
          ['Липа 18–20, 12 шт.', '14 500 ₽'],
          ['Туя 160–180, 40 шт.', '5 200 ₽'],
        ]}
      />
      <Box x={16} y={84} w={150} h={34} tone="fill-accent" />
      <text x={91} y={105} fontSize="12" textAnchor="middle" className="fill-on-accent font-semibold">
        Отправить предложение
      </text>
      <Words x={294} y={105} isEnd isBold>
        382 000 ₽
      </Words>
    </Scene>
  ),
  delivery: (
    <Scene>
      <Steps names={['Сделка', 'Бронь', 'Часть 1', 'Часть 2']} done={3} />
    </Scene>
  ),
  search: (
    <Scene>
      <Box x={16} y={16} w={288} h={32} tone="fill-surface stroke-edge" />
      <Words x={28} y={36}>
        тюя смарагт
      </Words>
      <Words x={16} y={72} colour="muted">
        Показано: «туя смарагд»
      </Words>
      {[0, 1, 2].map(at => (
        <g key={at}>
          <Box x={16 + at * 98} y={84} w={92} h={54} />
          <path
            transform={`translate(${62 + at * 98} 130)`}
            d="M0-40c8 10 12 20 12 30 0 8-24 8-24 0 0-10 4-20 12-30z"
            className="fill-leaf"
          />
        </g>
      ))}
    </Scene>
  ),
  phone: (
    <Scene>
      <Box x={40} y={20} w={240} h={110} />
      <Words x={56} y={46} isBold>
        Питомник «Тёплый склон»
      </Words>
      <Words x={56} y={64} colour="muted">
        4,8 ★ · 12 отзывов
      </Words>
      <Box x={56} y={80} w={122} h={34} tone="fill-accent" />
      <text x={117} y={101} fontSize="12" textAnchor="middle" className="fill-on-accent font-semibold">
        +7 495 000-00-07
      </text>
      <Box x={188} y={80} w={76} h={34} tone="fill-surface stroke-leaf" />
      <Words x={198} y={101} colour="leaf" isBold>
        Написать
      </Words>
    </Scene>
  ),
  plant: (
    <Scene>
      <path d="M70 120V78" className="stroke-muted stroke-3" />
      <circle cx="70" cy="56" r="36" className="fill-leaf" />
      {[
        ['Зимует', 'до −34 °C'],
        ['Цветёт', 'июнь–июль'],
        ['Высота', 'до 15 м'],
      ].map(([name, value], at) => (
        <g key={name}>
          <Words x={136} y={44 + at * 32} colour="muted">
            {name ?? ''}
          </Words>
          <Words x={304} y={44 + at * 32} isEnd isBold>
            {value ?? ''}
          </Words>
          <path d={`M136 ${54 + at * 32}h168`} className="stroke-line" />
        </g>
      ))}
    </Scene>
  ),
}
