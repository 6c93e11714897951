import type { MyActivity } from '@flagyard/api-types'
import { Card } from '@flagyard/ui/Card'
import { classNames } from '@flagyard/ui/class-names'
import { countOf } from '@flagyard/ui/format'
import styles from './Dashboard.module.css'

type Day = MyActivity['days'][number]

const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Calendar of the last four weeks, shaded by the number of lessons and flags completed per day. */
export function Activity({ days }: MyActivity) {
  const weeks = weeksOf(days)
  const [before, current] = [weeks.at(-2) ?? [], weeks.at(-1) ?? []]
  if (days.every(({ lessons, flags }) => lessons + flags === 0)) return null
  return (
    <section className="stack" aria-labelledby="activity">
      <h2 id="activity" className="heading">
        Your activity
      </h2>
      <Card className={styles.activity}>
        <div>
          <p className={styles.figure}>This week: {countsText(current)}</p>
          <p className="small muted">Last week: {countsText(before)}</p>
        </div>
        <table className={styles.weeks}>
          <caption className="visually-hidden">What you finished in the last four weeks</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Week</span>
              </th>
              {names.map((name) => (
                <th key={name} scope="col">
                  <span aria-hidden="true">{name[0]}</span>
                  <span className="visually-hidden">{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]?.day}>
                <th scope="row">
                  <span className="visually-hidden">Week of {dateOf(week[0])}</span>
                </th>
                {week.map((day) => (
                  <td key={day.day} title={`${dateOf(day)}: ${countsText([day])}`} className={shadeClass(day)}>
                    <span className="visually-hidden">{countsText([day])}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </section>
  )
}

/** The last four weeks, from Monday. The current one ends today. */
function weeksOf(days: Day[]): Day[][] {
  const today = days.at(-1)
  if (!today) return []
  const weekday = (new Date(today.day).getUTCDay() + 6) % 7
  const shown = days.slice(-(21 + weekday + 1))
  return [0, 7, 14, 21].map((from) => shown.slice(from, from + 7))
}

function shadeClass({ lessons, flags }: Day): string {
  const done = lessons + flags
  return classNames(styles.day, done >= 5 ? styles.much : done >= 2 ? styles.some : done > 0 && styles.little)
}

function countsText(days: Day[]): string {
  const sum = (of: 'lessons' | 'flags') => days.reduce((total, day) => total + day[of], 0)
  const [lessons, flags] = [sum('lessons'), sum('flags')]
  const words = [lessons > 0 && countOf(lessons, 'lesson'), flags > 0 && countOf(flags, 'flag')].filter(Boolean)
  return words.join(' and ') || 'nothing yet'
}

const dateOf = (day: Day | undefined) =>
  day
    ? new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(day.day))
    : ''
