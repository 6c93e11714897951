import type { Figure, FigureName } from '@flagyard/api-types'
import type { DayFigures } from '../../../../db/schema/index.ts'
import { addKeys, type Buckets, daysBetween, isWithin, percentile, type Span, sizeOf } from './days.ts'

export interface Day {
  day: string
  figures: DayFigures
}

interface Measured {
  value: number | null
  /** Sample size of an average or rate; null for a count. */
  n: number | null
}
type Measure = (days: readonly Day[], span: Span) => Measured

interface Spans {
  span: Span
  /** Null without a previous span to compare with. */
  before: Span | null
  periods: readonly Span[]
}

/** All figures of a span, each with its data points and the previous value. Missing days count as empty. */
export const addUp = (days: readonly Day[], spans: Spans): Figure[] =>
  (Object.keys(figures) as FigureName[]).map((name) => ({
    name,
    series: Object.entries(figures[name](days)).map(([key, measure]) => {
      const of = (span: Span) =>
        measure(
          days.filter(({ day }) => isWithin(day, span)),
          span,
        )
      return {
        key,
        ...of(spans.span),
        before: spans.before && of(spans.before).value,
        points: spans.periods.map((period) => of(period).value),
      }
    }),
  }))

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
const counted = (value: number): Measured => ({ value, n: null })
const rate = (part: number, n: number): Measured => ({ value: n === 0 ? null : (100 * part) / n, n })

type Counted = { [K in keyof DayFigures]: DayFigures[K] extends number ? K : never }[keyof DayFigures]
const total = (days: readonly Day[], what: Counted) => sumOf(days.map(({ figures }) => figures[what]))
const sum =
  (what: Counted): Measure =>
  (days) =>
    counted(total(days, what))

/** Counts each learner only on their first day of learning in the span, which is the day whose previous day of learning is before the span. */
const learners: Measure = (days, { from }) => counted(sumOf(days.map((day) => firstDaysIn(day, from))))

function firstDaysIn({ day, figures }: Day, from: string): number {
  const before = daysBetween(from, day)
  let sum = 0
  for (const gap in figures.learners) if (gap === '0' || Number(gap) > before) sum += figures.learners[gap] ?? 0
  return sum
}

const peak: Measure = (days) => counted(Math.max(0, ...days.map(({ figures }) => figures.labs_peak)))

const time =
  (what: 'ready' | 'wait', share: number): Measure =>
  (days) => {
    const buckets: Buckets = addKeys(days.map(({ figures }) => figures[what]))
    return { value: percentile(buckets, share), n: sizeOf(buckets) }
  }
const times = (what: 'ready' | 'wait') => ({ p50: time(what, 0.5), p95: time(what, 0.95) })

const passRate: Measure = (days) => rate(total(days, 'passed'), total(days, 'passed') + total(days, 'failed'))
const responseRate: Measure = (days) => rate(total(days, 'answered'), total(days, 'asked'))
const recommendScore: Measure = (days) => {
  const [recommending, dissuading] = [total(days, 'recommending'), total(days, 'dissuading')]
  return rate(recommending - dissuading, recommending + dissuading + total(days, 'indifferent'))
}

const currenciesOf = (days: readonly Day[]) =>
  [...new Set(days.flatMap(({ figures }) => Object.keys(figures.revenue)))].sort()

const revenueIn =
  (currency: string): Measure =>
  (days) =>
    counted(sumOf(days.map(({ figures }) => figures.revenue[currency] ?? 0)))

const figures: Record<FigureName, (days: readonly Day[]) => Record<string, Measure>> = {
  signups: () => ({ count: sum('signups') }),
  learners: () => ({ count: learners }),
  revenue: (days) => Object.fromEntries(currenciesOf(days).map((currency) => [currency, revenueIn(currency)])),
  completions: () => ({ count: sum('completions') }),
  certificates: () => ({ count: sum('certificates') }),
  labs: () => ({ peak, started: sum('labs_started') }),
  ready: () => times('ready'),
  wait: () => times('wait'),
  exams: () => ({ rate: passRate }),
  feedback: () => ({ rate: responseRate, score: recommendScore }),
}
