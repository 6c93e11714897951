import type { MyActivity } from '@flagyard/api-types'
import { Card } from '@flagyard/ui/Card'
import { classNames } from '@flagyard/ui/class-names'
import * as t from '../../messages/en/dashboard.ts'
import styles from './Dashboard.module.css'

type Day = MyActivity['days'][number]

const names = Object.values(t.weekdays)

/** Calendar of the last four weeks, shaded by the number of lessons and flags completed per day. */
export function Activity({ days }: MyActivity) {
  const weeks = weeksOf(days)
  const [before, current] = [weeks.at(-2) ?? [], weeks.at(-1) ?? []]
  if (days.every(({ lessons, flags }) => lessons + flags === 0)) return null
  return (
    <section className="stack" aria-labelledby="activity">
      <h2 id="activity" className="heading">
        {t.activityTitle}
      </h2>
      <Card className={styles.activity}>
        <div>
          <p className={styles.figure}>{t.thisWeek({ counts: countsText(current) })}</p>
          <p className="small muted">{t.lastWeek({ counts: countsText(before) })}</p>
        </div>
        <table className={styles.weeks}>
          <caption className="visually-hidden">{t.activityCaption}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t.week}</span>
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
                  <span className="visually-hidden">{t.weekOf({ date: dateOf(week[0]) })}</span>
                </th>
                {week.map((day) => (
                  <td
                    key={day.day}
                    title={t.dayTitle({ date: dateOf(day), counts: countsText([day]) })}
                    className={shadeClass(day)}
                  >
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
  const found = lessons > 0 ? (flags > 0 ? 'both' : 'lessons') : flags > 0 ? 'flags' : 'nothing'
  return t.counts({ found, lessons, flags })
}

const dateOf = (day: Day | undefined) =>
  day
    ? new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(day.day))
    : ''
