import { RecordAudit } from '../audit/RecordAudit.tsx'
import { Revisions } from '../content/Revisions.tsx'
import styles from './CourseEdit.module.css'

/** Publication history, with undo, and the audit log of the course. */
export default function CourseHistory() {
  return (
    <div className={styles.stack}>
      <section aria-labelledby="revisions" className={styles.stack}>
        <h2 id="revisions" className={styles.title}>
          Published
        </h2>
        <Revisions reference="course_revisions" />
      </section>
      <section aria-labelledby="changes" className={styles.stack}>
        <h2 id="changes" className={styles.title}>
          Changed by administrators
        </h2>
        <RecordAudit type="course" />
      </section>
    </div>
  )
}
