import type { CourseRecord } from '@flagyard/api-types'
import { paths, previewPaths } from '@flagyard/api-types/links'
import { Button } from '@mui/material'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { RecordAudit } from '../audit/RecordAudit.tsx'
import { type PlaceOf, Publish } from '../content/publish/Publish.tsx'
import { Revisions } from '../content/Revisions.tsx'
import styles from './CourseEdit.module.css'

/** Before publication, editors can preview a course and beta testers can take it. */
export default function PublishCourse({ course }: { course: CourseRecord }) {
  return (
    <Publish record={course} placeOf={placeOf}>
      <Button component="a" href={previewPaths.course(course.slug)}>
        Preview as a learner
      </Button>
      {course.status === 'published' && (
        <Button component="a" href={paths.course(course.slug)}>
          View on the site
        </Button>
      )}
      {course.status === 'draft' && <RecordButtons record={course} actions={betaActions} />}
    </Publish>
  )
}

const betaActions = [
  actionsOn<CourseRecord>()({
    name: 'update',
    verb: 'update',
    label: 'Open to beta testers',
    input: () => ({ status: 'beta' }),
    success: 'Beta testers can open the course now',
  }),
]

const placeOf: PlaceOf = ({ code, lesson_id }) => {
  if (lesson_id) return [`/outline/${lesson_id}`, 'Edit lesson']
  return code === 'lessons' ? ['/outline', 'Edit outline'] : ['', 'Edit details']
}

/** Publication history, with undo, and the audit log of the course. */
export function CourseHistory() {
  return (
    <div className={styles.stack}>
      <section aria-labelledby="revisions" className={styles.stack}>
        <h2 id="revisions" className={styles.title}>
          Revisions
        </h2>
        <Revisions reference="course_revisions" />
      </section>
      <section aria-labelledby="changes" className={styles.stack}>
        <h2 id="changes" className={styles.title}>
          Audit log
        </h2>
        <RecordAudit type="course" />
      </section>
    </div>
  )
}
