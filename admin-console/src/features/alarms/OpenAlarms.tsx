import type { Alarm } from '@flagyard/api-types'
import { consolePaths, filteredList } from '@flagyard/api-types/console-links'
import { Link } from 'react-router-dom'
import { RecordButtons } from '../../crud/actions/action-table.tsx'
import { countOf, formatAge, formatCount } from '../../lib/format.ts'
import { assignmentActions } from './AlarmActions.tsx'
import { useOpenAlarms } from './AlarmCount.tsx'
import styles from './Alarms.module.css'
import { AlarmLevelChip } from './alarm-words.tsx'

/** Open alarms at the top of the dashboard. Hidden if there are none. */
export default function OpenAlarms() {
  const { data } = useOpenAlarms()
  if (!data || data.data.length === 0) return null
  const more = data.total - data.data.length
  return (
    <section className={`${styles.card} ${styles.alarms}`} aria-label="Alarms">
      <div className={styles.head}>
        <h2 className={styles.title}>{countOf(data.total, 'alarm')}</h2>
        <Link to={filteredList('listAlarms', { state: 'open' })}>View all</Link>
      </div>
      <ul className={styles.rows}>
        {data.data.map((alarm) => (
          <Row key={alarm.id} alarm={alarm} />
        ))}
      </ul>
      {more > 0 && <p className={styles.calm}>and {formatCount(more)} more</p>}
    </section>
  )
}

function Row({ alarm }: { alarm: Alarm }) {
  const { id, sentence, links, owner, opened_at, taken_at } = alarm
  return (
    <li className={styles.row}>
      <AlarmLevelChip {...alarm} />
      <div className={styles.what}>
        <Link to={consolePaths.alarm(id)}>{sentence}</Link>
        <span className={styles.beside}>
          Open for {formatAge(opened_at)} · {owner ? `assigned to ${owner}` : 'unassigned'}
          {taken_at && ` ${formatAge(taken_at)} ago`}
          {links.map(({ label, to }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </span>
      </div>
      <RecordButtons record={alarm} actions={assignmentActions(alarm)} size="small" />
    </li>
  )
}
