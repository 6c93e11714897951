import type { FigureName, FigureSeries, Figures } from '@flagyard/api-types'
import { consolePaths, filteredList } from '@flagyard/api-types/console-links'
import { countOf, formatCount, formatDay, formatMinutes, formatMoney } from '../../../lib/format.ts'

/** Format of a metric. */
type Kind = 'count' | 'money' | 'time' | 'percent' | 'score'

interface Words {
  label: string
  /** Explanation of what is counted, for the platform's owner. */
  about: string
  /** Series by key; for money, the key is the currency. */
  series: Record<string, { label: string; kind: Kind }>
  rows: { label: string; to(span: Span): string }
}
type Span = Pick<Figures, 'from' | 'until'>

const startOf = (day: string) => `${day}T00:00:00.000Z`
const endOf = (day: string) => new Date(Date.parse(startOf(day)) + 86_400_000).toISOString()

const usersWho = (did: 'joined' | 'learned' | 'completed' | 'paid' | 'decided') => (span: Span) =>
  filteredList('listUsers', { did, did_from: startOf(span.from), did_until: endOf(span.until) })
const labsStarted = {
  label: 'View labs',
  to: (span: Span) =>
    filteredList('listDeployments', {
      kind: 'lab',
      started_from: startOf(span.from),
      started_until: endOf(span.until),
    }),
}
const times = { p50: { label: 'Median', kind: 'time' }, p95: { label: '95th percentile', kind: 'time' } } as const

export const words: Record<FigureName, Words> = {
  signups: {
    label: 'Sign-ups',
    about: 'New accounts, activated or not, excluding deleted ones.',
    series: { count: { label: 'Sign-ups', kind: 'count' } },
    rows: { label: 'View accounts', to: usersWho('joined') },
  },
  learners: {
    label: 'Active learners',
    about:
      'Learners who finished a lesson or solved a flag. Each is counted once per day, week or month and once in the total, so the parts do not add up to the total.',
    series: { count: { label: 'Learners', kind: 'count' } },
    rows: { label: 'View learners', to: usersWho('learned') },
  },
  revenue: {
    label: 'Revenue',
    about: 'Payments by date, in the currency of the order, minus refunds.',
    series: {},
    rows: { label: 'View buyers', to: usersWho('paid') },
  },
  completions: {
    label: 'Courses completed',
    about: 'Number of course completions. One learner can complete several courses.',
    series: { count: { label: 'Completed', kind: 'count' } },
    rows: { label: 'View learners who completed a course', to: usersWho('completed') },
  },
  certificates: {
    label: 'Certificates',
    about: 'Issued certificates of courses and exams, excluding withdrawn ones.',
    series: { count: { label: 'Certificates', kind: 'count' } },
    rows: {
      label: 'View certificates',
      to: (span) =>
        filteredList('listCertificates', { issued_from: startOf(span.from), issued_until: endOf(span.until) }),
    },
  },
  labs: {
    label: 'Labs running',
    about:
      'Maximum number of labs running at the same time, and number of labs started. Exams and test runs are not counted.',
    series: { peak: { label: 'Peak', kind: 'count' }, started: { label: 'Started', kind: 'count' } },
    rows: labsStarted,
  },
  ready: {
    label: 'Time until ready',
    about:
      'Time from the click until the lab was running with credentials, including the queue. Accurate to 3%, counted on the day on which the lab started.',
    series: times,
    rows: labsStarted,
  },
  wait: {
    label: 'Wait for an account',
    about: 'Part of that time spent in the queue until an account was free. Accurate to 3%, for labs that started.',
    series: times,
    rows: labsStarted,
  },
  exams: {
    label: 'Exam pass rate',
    about: 'Share of passed exams among exams with a final result.',
    series: { rate: { label: 'Passed', kind: 'percent' } },
    rows: { label: 'View candidates', to: usersWho('decided') },
  },
  feedback: {
    label: 'Feedback',
    about:
      'Share of learners who answered a feedback request, and the recommendation score from −100 to 100: share of 9 and 10 minus share of 0 to 6, by whole weeks that start in the period.',
    series: {
      rate: { label: 'Response rate', kind: 'percent' },
      score: { label: 'Recommendation score', kind: 'score' },
    },
    rows: { label: 'Feedback analytics', to: () => consolePaths.feedbackAnalytics },
  },
}

export const lineOf = (name: FigureName, key: string): { label: string; kind: Kind } =>
  words[name].series[key] ?? { label: key, kind: 'money' }

/** Noon local time: a date has no time zone. */
const dayOf = (day: string) => formatDay(`${day}T12:00`)

/** `1 Mar 2026 – 30 Mar 2026`. */
export const formatSpan = ({ from, until }: Span): string =>
  from === until ? dayOf(from) : `${dayOf(from)} – ${dayOf(until)}`

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Short label for the axis. */
export const formatTick = ({ from }: Span, step: Figures['step']): string =>
  (step === 'month' ? month : shortDay).format(new Date(from))

/** Label for the table. A partial first week or month shows its dates. */
export const formatPeriod = (period: Span, step: Figures['step']): string =>
  step === 'day' ? dayOf(period.from) : formatSpan(period)

export const stepNames = { day: 'Day', week: 'Week', month: 'Month' } as const

/** `1,204`, `€149.50`, `3 min 20 s`, `85%`, `+34`; a dash for no value. */
export function sayValue(name: FigureName, key: string, value: number | null): string {
  if (value === null) return '—'
  switch (lineOf(name, key).kind) {
    case 'count':
      return formatCount(value)
    case 'money':
      return formatMoney({ amount: value, currency: key })
    case 'time':
      return sayTime(value)
    case 'percent':
      return `${Math.round(value)}%`
    case 'score':
      return saySigned(Math.round(value))
  }
}

const LONG = 600
function sayTime(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds >= LONG) return formatMinutes(Math.round(seconds / 60))
  const [minutes, rest] = [Math.floor(Math.round(seconds) / 60), Math.round(seconds) % 60]
  return [minutes > 0 && `${minutes} min`, rest > 0 && `${rest} s`].filter(Boolean).join(' ')
}

const saySigned = (value: number) => `${value > 0 ? '+' : ''}${value}`.replace('-', '−')

/** `12% more than before: 34`. In words, because colours and arrows are not accessible to everyone. */
export function sayChange(name: FigureName, { key, value, before }: FigureSeries): string {
  if (before === null || value === null)
    return before === null ? 'No earlier data' : `${sayValue(name, key, before)} before`
  const was = `: ${sayValue(name, key, before)}`
  const { kind } = lineOf(name, key)
  const [more, less] = kind === 'time' ? ['longer', 'shorter'] : ['more', 'less']
  const isPoints = kind === 'percent' || kind === 'score'
  const change = isPoints
    ? Math.round(value) - Math.round(before)
    : Math.round((100 * (value - before)) / Math.abs(before))
  if (value === before || change === 0) return `Unchanged${was}`
  const how = isPoints ? countOf(Math.abs(change), 'point') : `${formatCount(Math.abs(change))}%`
  const direction = value > before ? more : less
  return before === 0 && !isPoints ? `More than before${was}` : `${how} ${direction} than before${was}`
}

/** `n = 12`: sample size of a rate or a duration. */
export const sayN = ({ n }: FigureSeries): string => (n === null ? '' : `n\u00a0=\u00a0${formatCount(n)}`)
