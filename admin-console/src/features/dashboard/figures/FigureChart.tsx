import type { Figure as FigureOfDays, Figures } from '@flagyard/api-types'
import { BarChart } from '@mui/x-charts/BarChart'
import { LineChart } from '@mui/x-charts/LineChart'
import { Figure } from '../../../charts/Figure.tsx'
import { ListLink } from '../../../crud/ListLink.tsx'
import { formatPeriod, formatTick, stepNames } from './days.ts'
import styles from './Happened.module.css'
import { sayValue } from './say.ts'
import { lineOf, words } from './words.ts'

interface Props {
  figure: FigureOfDays
  figures: Figures
}

/** One figure by days, weeks or months: what it means, its picture, its table, and the way to its rows. */
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
  const isCounted = series.every(({ key }) => ['count', 'money'].includes(lineOf(name, key).kind))
  const ticks = periods.map((period) => formatTick(period, step))
  const shared = {
    height: 240,
    grid: { horizontal: true },
    margin: { top: 8, right: 28, bottom: 4, left: 0 },
    hideLegend: series.length < 2,
    skipAnimation: true,
    disableKeyboardNavigation: true,
  }
  // Where there are few figures, no line stands between two of them.
  const yAxis = [
    {
      ...(name === 'feedback' ? {} : { min: 0 }),
      ...(name === 'exams' ? { max: 100 } : {}),
      width: 56,
      tickMinStep: 1,
      disableLine: true,
      disableTicks: true,
      valueFormatter: (value: number) => sayValue(name, series[0]?.key ?? '', value),
    },
  ]
  const xAxis = { data: ticks, height: 24, disableTicks: true, tickLabelMinGap: 12 }
  const lines = series.map(({ key, points }, at) => ({
    data: points,
    label: lineOf(name, key).label,
    color: COLOURS[at % COLOURS.length] ?? 'var(--info)',
  }))
  return isCounted ? (
    <BarChart
      {...shared}
      series={lines}
      xAxis={[{ ...xAxis, scaleType: 'band', categoryGapRatio: 0.3 }]}
      yAxis={yAxis}
    />
  ) : (
    <LineChart
      {...shared}
      series={lines.map((line, at) => ({
        ...line,
        curve: 'linear' as const,
        showMark: true,
        shape: MARKS[at % MARKS.length] ?? 'circle',
      }))}
      xAxis={[{ ...xAxis, scaleType: 'point' }]}
      yAxis={yAxis}
    />
  )
}
