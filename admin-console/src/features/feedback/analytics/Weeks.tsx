import type { FeedbackAnalytics } from '@flagyard/api-types'
import { BarChart } from '@mui/x-charts/BarChart'
import { formatDay } from '../../../lib/format.ts'
import styles from './Analytics.module.css'
import { Figure } from './Figure.tsx'

/** When the answers came, week by week. */
export function Weeks({ analytics: { weeks } }: { analytics: FeedbackAnalytics }) {
  if (weeks.length < 2) return null
  const days = weeks.map(({ week }) => formatDay(week))
  return (
    <section className={styles.card} aria-labelledby="weeks">
      <h2 id="weeks" className={styles.title}>
        Responses by week
      </h2>
      <Figure
        heads={['Week of', 'Responses']}
        rows={weeks.map(({ responses }, at) => [days[at] ?? '', String(responses)])}
      >
        <BarChart
          className={styles.chart ?? ''}
          height={190}
          series={[{ data: weeks.map(({ responses }) => responses), color: 'var(--info)' }]}
          xAxis={[{ scaleType: 'band', data: days, height: 24, disableTicks: true, categoryGapRatio: 0.3 }]}
          yAxis={[{ min: 0, width: 32, tickMinStep: 1, disableLine: true, disableTicks: true }]}
          grid={{ horizontal: true }}
          margin={{ top: 8, right: 8, bottom: 4, left: 0 }}
          hideLegend
          skipAnimation
          disableKeyboardNavigation
        />
      </Figure>
      <p className={styles.note}>
        A response counts in the week in which its group was complete, so that no week tells of one person.
      </p>
    </section>
  )
}
