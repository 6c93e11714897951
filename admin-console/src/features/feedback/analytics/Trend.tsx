import type { QuestionFigures } from '@flagyard/api-types'
import { LineChart } from '@mui/x-charts/LineChart'
import { Figure } from '../../../charts/Figure.tsx'
import { formatDay } from '../../../lib/format.ts'
import { formatMonday } from '../weeks.ts'
import styles from './Analytics.module.css'
import { summaryNames, summaryOf } from './figures.ts'

export function Trend({ question: { kind, label, trend } }: { question: QuestionFigures }) {
  const name = summaryNames[kind]
  if (!name || trend.length < 2) return null
  // Noon of each Monday, local time. Weeks without answers leave a gap.
  const mondays = trend.map(({ week }) => new Date(`${week}T12:00`))
  const [min, max] = kind === 'rating' ? [1, 5] : [-100, 100]
  return (
    <details className={styles.more}>
      <summary>{name} by week</summary>
      <Figure
        label={`${label}, week by week`}
        heads={['Week of', name, 'n']}
        rows={trend.map((one) => [formatMonday(one.week), summaryOf(kind, one), String(one.answers)])}
      >
        <LineChart
          height={190}
          series={[
            {
              data: trend.map(({ mean, score }) => mean ?? score),
              color: 'var(--info)',
              curve: 'linear',
              showMark: true,
            },
          ]}
          xAxis={[
            {
              scaleType: 'time',
              data: mondays,
              tickInterval: mondays,
              tickLabelMinGap: 12,
              valueFormatter: (day: Date) => formatDay(day.toISOString()),
              height: 24,
              disableTicks: true,
            },
          ]}
          yAxis={[{ min, max, width: 36, disableLine: true, disableTicks: true }]}
          grid={{ horizontal: true }}
          margin={{ top: 8, right: 44, bottom: 4, left: 8 }}
          hideLegend
          skipAnimation
          disableKeyboardNavigation
        />
      </Figure>
    </details>
  )
}
