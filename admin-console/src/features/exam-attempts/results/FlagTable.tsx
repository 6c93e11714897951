import type { ExamResults } from '@flagyard/api-types'
import { formatMinutes } from '../../../lib/format.ts'
import styles from './ExamResults.module.css'

/** How often and when each flag was found. A flag that nobody finds may be broken; one that everyone finds immediately may be too easy. */
export const FlagTable = ({ results: { flags, sat } }: { results: ExamResults }) => (
  <section className={styles.card} aria-label="Flags">
    <h2 className={styles.title}>
      Flags <span className={styles.beside}>of {sat} who sat the exam</span>
    </h2>
    {flags.length === 0 ? (
      <p className={styles.note}>This exam has no flags yet.</p>
    ) : (
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Flag</th>
            <th scope="col">Points</th>
            <th scope="col">Solved</th>
            <th scope="col">Half had it by</th>
          </tr>
        </thead>
        <tbody>
          {flags.map(({ id, title, points, solved, median_minute }) => (
            <tr key={id}>
              <th scope="row">{title}</th>
              <td>{points}</td>
              <td>
                <span className={styles.share} aria-hidden="true">
                  <i style={{ width: `${sat === 0 ? 0 : (solved / sat) * 100}%` }} />
                </span>
                {solved}
              </td>
              <td>{median_minute === null ? '—' : formatMinutes(median_minute)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)
