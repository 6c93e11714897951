import type { FeedbackAnalytics } from '@flagyard/api-types'
import { BarChart } from '@mui/x-charts/BarChart'
import { Figure } from '../../../charts/Figure.tsx'
import { formatMonday, mondaysBetween } from '../weeks.ts'
import styles from './Analytics.module.css'

export function Weeks({ analytics: { weeks } }: { analytics: FeedbackAnalytics }) {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (!first || !last || first === last) return null
  const counts = new Map(weeks.map(({ week, responses }) => [week, responses]))
  const mondays = mondaysBetween(first.week, last.week)
  return (
    <section className={styles.card} aria-labelledby="weeks">
      <h2 id="weeks" className={styles.title}>
        Responses by week
      </h2>
      <Figure
        label="Responses by week"
        heads={['Week of', 'Responses']}
        rows={weeks.map(({ week, responses }) => [formatMonday(week), String(responses)])}
      >
        <BarChart
          height={190}
          series={[{ data: mondays.map((monday) => counts.get(monday) ?? 0), color: 'var(--info)' }]}
          xAxis={[
            {
              scaleType: 'band',
              data: mondays.map(formatMonday),
              height: 24,
              disableTicks: true,
              tickLabelMinGap: 12,
              categoryGapRatio: 0.3,
            },
          ]}
          yAxis={[{ min: 0, width: 32, tickMinStep: 1, disableLine: true, disableTicks: true }]}
          grid={{ horizontal: true }}
          margin={{ top: 8, right: 28, bottom: 4, left: 0 }}
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
