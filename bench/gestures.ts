import {
  delivers,
  type Ground,
  lists,
  ordersAndDelivers,
  ordersAndReceives,
  reads,
  receives,
  receivesAtOnce,
} from '../packages/server/test/gestures'
import { Client } from '../packages/server/test/stage'
import { repeat, took } from './measure'
import { figure, note, percentile, rounded, section } from './report'
import { sentBy } from './sent'
import { fillStock, groundOf, openStage, type Stage } from './stage'

const clients = 4
/** So often is each done before it is measured, for plans and compiled code to be ready. */
const warmUp = 800

const unitOf = {
  'per second': '',
  statements: '',
  'round trips': '',
  'processor of the server': ' ms',
  'processor of PostgreSQL': ' ms',
  'median at 1 client': ' ms',
  'p95 at 1 client': ' ms',
} as const
type Figures = Record<keyof typeof unitOf, number>

interface Gesture {
  name: string
  once: (ground: Ground) => Promise<unknown>
  /** How often it is measured with several clients; a third of it with one. */
  count: number
  /** What budgets.json has an aim for. */
  judged: readonly (keyof Figures)[]
}

/** Whole gestures, all their calls together, of the built program over HTTP. */
export async function measureGestures(): Promise<void> {
  section(`Gestures: all calls of each over HTTP, ${clients} clients, who are on the machine too`)
  const stage = await openStage({ parts: 300 })
  try {
    await fillStock(stage)
    const ground = groundOf(stage)
    const { id } = await receives(ground)
    for (const gesture of gesturesOf(id)) {
      await repeat({ clients, count: warmUp }, () => gesture.once(ground))
      // Statistics of the goods it began with are those of no shop; plans are made anew afterwards.
      await stage.owner.query('vacuum analyze')
      await repeat({ clients, count: warmUp / 8 }, () => gesture.once(ground))
      await measure(stage, ground, gesture)
    }
  } finally {
    await stage.close()
  }
}

const gesturesOf = (receiptId: number): Gesture[] => [
  {
    name: 'receipt of 10 lines, drafted and posted',
    once: receives,
    count: 600,
    judged: [
      'per second',
      'statements',
      'round trips',
      'processor of the server',
      'processor of PostgreSQL',
      'median at 1 client',
    ],
  },
  { name: 'receipt of 10 lines, posted as it is saved', once: receivesAtOnce, count: 600, judged: [] },
  { name: 'delivery of 5 lines, drafted and posted', once: delivers, count: 600, judged: [] },
  {
    name: 'purchase order of 10 lines, approved, received, posted',
    once: ordersAndReceives,
    count: 300,
    judged: ['per second', 'statements'],
  },
  {
    name: 'sales order of 5 lines, confirmed, delivered, posted',
    once: ordersAndDelivers,
    count: 300,
    judged: ['per second', 'statements'],
  },
  { name: 'list of 50 documents', once: lists, count: 900, judged: ['median at 1 client'] },
  {
    name: 'detail of 10 lines',
    once: (ground) => reads(ground, receiptId),
    count: 900,
    judged: ['median at 1 client'],
  },
]

async function measure(stage: Stage, ground: Ground, { name, once, count, judged }: Gesture): Promise<void> {
  const together = await took(stage, () => repeat({ clients, count }, () => once(ground)))
  let times: number[] = []
  const alone = await took(stage, async () => {
    times = await repeat({ clients: 1, count: Math.ceil(count / 3) }, () => once(ground))
  })
  const figures: Figures = {
    'per second': count / together.wall,
    ...(await sentBy(stage, (origin) => once({ ...ground, client: new Client(origin, ground.client.token) }))),
    'processor of the server': (1000 * together.program) / count,
    'processor of PostgreSQL': (1000 * together.postgres) / count,
    'median at 1 client': percentile(times, 0.5),
    'p95 at 1 client': percentile(times, 0.95),
  }
  for (const [key, unit] of Object.entries(unitOf) as [keyof Figures, string][]) {
    const isCount = key === 'statements' || key === 'round trips'
    const others = isCount ? 0 : key.endsWith('1 client') ? alone.others : together.others
    if (judged.includes(key)) figure('gestures', `${name}: ${key}`, figures[key], unit, others)
    else note(`${name}: ${key}`, `${rounded(figures[key])}${unit}`)
  }
}
