import type { ContentRevision, CourseRecord } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { ActionButton } from '../../crud/ActionButton.tsx'
import { Column } from '../../crud/Column.tsx'
import { RelatedList } from '../../crud/RelatedList.tsx'
import { Rows } from '../../crud/Rows.tsx'
import { formatMoment } from '../../lib/format.ts'
import { AuditRows } from '../audit/AuditRows.tsx'
import { auditLink } from '../audit/auditLink.ts'
import styles from './CourseEdit.module.css'

/** What was published and when, with the way back; and every change that an administrator made. */
export default function CourseHistory({ course }: { course: CourseRecord }) {
  return (
    <div className={styles.stack}>
      <section aria-labelledby="revisions" className={styles.stack}>
        <h2 id="revisions" className={styles.title}>
          Published
        </h2>
        <RelatedList reference="course_revisions" target="slug" resourceLabel={['revision', 'revisions']}>
          <Revisions course={course.slug} />
        </RelatedList>
      </section>
      <section aria-labelledby="changes" className={styles.stack}>
        <h2 id="changes" className={styles.title}>
          Changed by administrators
        </h2>
        <RelatedList
          reference="audit"
          target="subject_id"
          filter={{ subject_type: 'course' }}
          resourceLabel={['change', 'changes']}
          actions={
            <Button size="small" component={Link} to={auditLink({ subject_type: 'course', subject_id: course.slug })}>
              Open in the audit
            </Button>
          }
        >
          <AuditRows empty="Nothing was changed here by an administrator." />
        </RelatedList>
      </section>
    </div>
  )
}

const sources: Record<ContentRevision['source'], string> = {
  editor: 'In the console',
  import: 'From files',
  take_back: 'Taken back',
}

const Revisions = ({ course }: { course: string }) => (
  <Rows<ContentRevision>
    primaryText={(revision) => `Revision ${revision.number}`}
    tertiaryText={(revision) => <State revision={revision} />}
    secondaryText={(revision) => (
      <>
        {[formatMoment(revision.published_at), revision.published_by ?? 'by files', partsOf(revision)].join(' · ')}
        <TakeBack course={course} revision={revision} none={null} />
      </>
    )}
    empty="Each time something is published it stands here, and the latest can be taken back."
  >
    <Column<ContentRevision> source="number" label="Revision" align="right" />
    <Column<ContentRevision>
      source="published_at"
      label="When"
      cellClassName="long"
      render={(revision) => formatMoment(revision.published_at)}
    />
    <Column<ContentRevision> source="published_by" label="Who" render={(revision) => revision.published_by ?? '—'} />
    <Column<ContentRevision> source="changes" label="What" cellClassName="wraps" render={partsOf} />
    <Column<ContentRevision> source="source" label="How" render={(revision) => <State revision={revision} />} />
    <Column<ContentRevision>
      source="id"
      label="Back"
      isAction
      render={(revision) => <TakeBack course={course} revision={revision} none="—" />}
    />
  </Rows>
)

const partsOf = ({ changes }: ContentRevision) => changes.map(({ title }) => title).join(', ')

function State({ revision: { source, takes_back, taken_back_at } }: { revision: ContentRevision }) {
  if (taken_back_at) return <Chip tone="warn">{`Taken back ${formatMoment(taken_back_at)}`}</Chip>
  return <Chip tone="neutral">{takes_back ? `Takes back revision ${takes_back}` : sources[source]}</Chip>
}

function TakeBack({ course, revision, none }: { course: string; revision: ContentRevision; none: string | null }) {
  if (!revision.allowed.includes('take_back')) return none
  return (
    <ActionButton
      label="Take back…"
      size="small"
      title={`Take revision ${revision.number} back?`}
      call={(provider) => provider.call('takeBackCourseRevision', { slug: course, id: revision.id })}
      successMessage="Everything is as it was before"
      submitLabel="Take it back"
      cancelLabel="Leave it"
      color="error"
    >
      <p>Learners see the course as it was before. What they did stays theirs.</p>
    </ActionButton>
  )
}
