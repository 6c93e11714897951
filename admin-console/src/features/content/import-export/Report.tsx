import type { ImportReport } from '@flagyard/api-types'
import { countOf } from '../../../lib/format.ts'
import styles from './import-export.module.css'

type Change = ImportReport['applied'][number]

const headings = { create: 'Added', update: 'Changed', archive: 'Archived', delete: 'Deleted' } as const
const nouns = { courses: 'Course', labs: 'Lab', exams: 'Exam', bundles: 'Bundle', forms: 'Feedback form' } as const

/** Changes of an import by kind. If there are errors, only these are shown, because nothing is imported then. */
export function Report({ report: { applied, refused, refused_count, notes } }: { report: ImportReport }) {
  if (refused_count > 0) return <Refused refused={refused} count={refused_count} />
  return (
    <div className={styles.report}>
      {(Object.keys(headings) as (keyof typeof headings)[]).map((action) => {
        const changes = applied.filter((change) => change.action === action)
        if (changes.length === 0) return null
        return (
          <section key={action} className={styles.group}>
            <h3 className={styles.heading}>
              {headings[action]} <span className={styles.kind}>{changes.length}</span>
            </h3>
            <ul className={styles.rows}>
              {changes.map((change) => (
                <ChangeRow key={`${change.kind} ${change.slug}`} change={change} />
              ))}
            </ul>
          </section>
        )
      })}
      {notes.length > 0 && (
        <section className={styles.group}>
          <h3 className={styles.heading}>Notes</h3>
          <ul className={styles.rows}>
            {notes.map((note) => (
              <li key={note} className={styles.row}>
                {note}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function ChangeRow({ change: { kind, slug, differences, changed, archived, deleted } }: { change: Change }) {
  const rest = differences - changed.length
  const parts = [
    ...changed,
    ...(changed.length > 0 && rest > 0 ? [`and ${rest} more`] : []),
    ...archived.map((name) => `archived: ${name}`),
    ...deleted.map((name) => `deleted: ${name}`),
  ]
  return (
    <li className={styles.row}>
      <span className={styles.kind}>{nouns[kind]}</span> {slug}
      {parts.length > 0 && (
        <ul className={styles.parts}>
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      )}
    </li>
  )
}

function Refused({ refused, count }: { refused: ImportReport['refused']; count: number }) {
  const files = Map.groupBy(refused, ({ file }) => file)
  return (
    <section className={styles.group}>
      <h3 className={styles.heading}>
        Errors <span className={styles.kind}>{countOf(count, 'problem')}</span>
      </h3>
      <ul className={styles.rows}>
        {[...files].map(([file, problems]) => (
          <li key={file} className={`${styles.row} ${styles.refused}`}>
            <span className={styles.place}>{file}</span>
            <ul className={styles.parts}>
              {problems.map(({ line, message }) => (
                <li key={`${line} ${message}`}>
                  Line {line}: {message}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {count > refused.length && <p className={styles.quiet}>And {count - refused.length} more.</p>}
    </section>
  )
}
