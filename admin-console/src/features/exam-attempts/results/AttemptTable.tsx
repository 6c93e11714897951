import type { ExamResults } from '@flagyard/api-types'
import styles from './ExamResults.module.css'

const columns = [
  ['passed', 'Passed'],
  ['failed', 'Failed'],
  ['no_show', 'Missed'],
  ['open', 'Open'],
  ['other', 'Other'],
] as const

/** Results of first attempts, second attempts and so on. */
export const AttemptTable = ({ results: { attempts } }: { results: ExamResults }) =>
  attempts.length > 0 && (
    <section className={styles.card} aria-label="Attempts">
      <h2 className={styles.title}>By attempt</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Attempt</th>
            {columns.map(([key, label]) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {attempts.map((row) => (
            <tr key={row.number}>
              <th scope="row">{row.number}</th>
              {columns.map(([key]) => (
                <td key={key}>{row[key]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
