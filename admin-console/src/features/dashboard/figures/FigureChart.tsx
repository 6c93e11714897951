import type { FigureName, Figure as FigureOfDays, FigureSeries, Figures } from '@flagyard/api-types'
import { BarChart } from '@mui/x-charts/BarChart'
import { LineChart } from '@mui/x-charts/LineChart'
import { Figure } from '../../../charts/Figure.tsx'
import { ListLink } from '../../../crud/links.tsx'
import { formatCount } from '../../../lib/format.ts'
import { formatPeriod, formatTick, lineOf, sayValue, stepNames, words } from './labels.ts'
import styles from './Trends.module.css'

interface Props {
  figure: FigureOfDays
  figures: Figures
}

/** One metric by day, week or month: description, chart, table and a link to its rows. */
export default function FigureChart({ figure, figures }: Props) {
  const { name, series } = figure
  const { label, about, rows } = words[name]
  const { periods, step } = figures
  const title = `${label} by ${step}`
  return (
    <section className={styles.drawn} aria-labelledby="drawn">
      <h3 id="drawn" className={styles.title}>
        {title}
      </h3>
      <p className={styles.note}>{about}</p>
      {series.length > 0 && (
        <Figure
          label={title}
          heads={[stepNames[step], ...series.map(({ key }) => lineOf(name, key).label)]}
          rows={periods.map((period, at) => [
            formatPeriod(period, step),
            ...series.map(({ key, points }) => sayValue(name, key, points[at] ?? null)),
          ])}
        >
          <Picture figure={figure} figures={figures} />
        </Figure>
      )}
      <p className={styles.note}>
        <ListLink to={rows.to(figures)}>{rows.label}</ListLink>
      </p>
    </section>
  )
}

const COLOURS = ['var(--info)', 'var(--warn)', 'var(--good)', 'var(--signal)', 'var(--ink-3)']
const MARKS = ['circle', 'square', 'triangle', 'diamond', 'cross'] as const

function Picture({ figure: { name, series }, figures: { periods, step } }: Props) {
  const { isCounted, per, format } = scaleOf(name, series)
  const shared = {
    height: 240,
    grid: { horizontal: true },
    margin: { top: 8, right: 28, bottom: 4, left: 0 },
    yAxis: [
      { ...rangeOf(name), width: 60, tickMinStep: 1, disableLine: true, disableTicks: true, valueFormatter: format },
    ],
    hideLegend: series.length < 2,
    skipAnimation: true,
    disableKeyboardNavigation: true,
  }
  const xAxis = {
    data: periods.map((period) => formatTick(period, step)),
    height: 24,
    disableTicks: true,
    tickLabelMinGap: 12,
  }
  const lines = series.map(({ key, points }, at) => ({
    data: points.map((point) => point && point / per),
    label: lineOf(name, key).label,
    color: COLOURS[at % COLOURS.length] ?? 'var(--info)',
  }))
  if (isCounted)
    return <BarChart {...shared} series={lines} xAxis={[{ ...xAxis, scaleType: 'band', categoryGapRatio: 0.3 }]} />
  // Lines differ by the shape of their marks. Days without a value leave a gap.
  const marked = lines.map((line, at) => ({
    ...line,
    curve: 'linear' as const,
    showMark: true,
    shape: MARKS[at % MARKS.length] ?? 'circle',
  }))
  return <LineChart {...shared} series={marked} xAxis={[{ ...xAxis, scaleType: 'point' }]} />
}

/** Both feedback series share the scale of the score, which can be negative. */
const rangeOf = (name: FigureName) =>
  name === 'feedback' ? { min: -100, max: 100 } : { min: 0, ...(name === 'exams' && { max: 100 }) }

interface Scale {
  isCounted: boolean
  /** Divisor from the metric's unit to the unit of the axis. */
  per: number
  format: (value: number) => string
}

function scaleOf(name: FigureName, series: readonly FigureSeries[]): Scale {
  const [first] = series
  const kind = lineOf(name, first?.key ?? '').kind
  if (kind === 'money') return { isCounted: true, per: 100, format: formatCount }
  if (kind === 'count') return { isCounted: true, per: 1, format: formatCount }
  if (kind !== 'time') return { isCounted: false, per: 1, format: (value) => `${value}`.replace('-', '−') }
  const isLong = series.some(({ points }) => points.some((point) => (point ?? 0) > 2 * MINUTE))
  return isLong
    ? { isCounted: false, per: MINUTE, format: (value) => `${formatCount(value)} min` }
    : { isCounted: false, per: 1, format: (value) => `${value} s` }
}

const MINUTE = 60
