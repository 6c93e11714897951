import type { CourseRecord, MissingItem } from '@flagyard/api-types'
import { consolePaths, paths, previewPaths } from '@flagyard/api-types/links'
import { Chip } from '@flagyard/ui/Chip'
import { Button } from '@mui/material'
import { BooleanInput, DateTimeInput, required, useRedirect } from 'react-admin'
import { Link } from 'react-router-dom'
import { ActionButton } from '../../crud/ActionButton.tsx'
import { CallButton } from '../../crud/CallButton.tsx'
import { formatAgo, formatMoment } from '../../lib/format.ts'
import styles from './CourseEdit.module.css'

/** Whether people see the course, what stands in the way, and what of it nobody sees yet. */
export default function Publish({ course }: { course: CourseRecord }) {
  return (
    <div className={styles.stack}>
      <section className={styles.card} aria-labelledby="missing">
        <h2 id="missing" className={styles.title}>
          {course.missing.length === 0 ? 'Nothing is missing' : 'Missing before it can be published'}
        </h2>
        {course.missing.length === 0 ? (
          <p className="muted small">Every film has captions, every picture its words, and everything else is there.</p>
        ) : (
          <ul className={styles.list} aria-label="Missing">
            {course.missing.map((item) => (
              <Missing key={`${item.code} ${item.lesson_id} ${item.message}`} course={course.slug} item={item} />
            ))}
          </ul>
        )}
      </section>
      {course.draft && <Draft course={course} draft={course.draft} />}
      <section className={styles.card} aria-labelledby="publish">
        <h2 id="publish" className={styles.title}>
          {course.status === 'published' ? 'For learners' : 'Not for learners yet'}
        </h2>
        <p className="small">{standing[course.status]}</p>
        {course.planned && <Planned course={course} planned={course.planned} />}
        <div className="row">
          <Button component="a" href={previewPaths.course(course.slug)}>
            Preview as a learner
          </Button>
          <PublishButtons course={course} />
          <StatusButtons course={course} />
          {course.status === 'published' && (
            <Button component="a" href={paths.course(course.slug)}>
              See it on the site
            </Button>
          )}
        </div>
      </section>
    </div>
  )
}

const standing: Record<CourseRecord['status'], string> = {
  draft: 'Only editors see this course.',
  beta: 'Only its beta testers open this course.',
  published: 'Everybody sees this course. What you change now waits until you publish it.',
  archived: 'Nobody can buy this course any more. Who has it keeps it.',
}

const Missing = ({ course, item }: { course: string; item: MissingItem }) => {
  const [tab, words] = placeOf(item)
  return (
    <li>
      <span>{item.message}</span>
      <Link to={`${consolePaths.course(course)}${tab}`}>{words}</Link>
    </li>
  )
}

/** Where it can be mended. */
function placeOf({ code, lesson_id }: MissingItem): [tab: string, words: string] {
  if (lesson_id) return [`/outline/${lesson_id}`, 'Open the lesson']
  return code === 'lessons' ? ['/outline', 'Open the outline'] : ['', 'Open the details']
}

const Draft = ({ course, draft }: { course: CourseRecord; draft: NonNullable<CourseRecord['draft']> }) => (
  <section className={styles.card} aria-labelledby="draft">
    <h2 id="draft" className={styles.title}>
      Changes that nobody sees yet
    </h2>
    <ul className={styles.list}>
      {draft.changes.map(({ part, title, outdated }) => (
        <li key={part}>
          {title}
          {outdated && <Chip tone="warn">Changed meanwhile by somebody else</Chip>}
        </li>
      ))}
    </ul>
    <p className="muted small">
      Saved {formatAgo(draft.saved_at)}
      {draft.saved_by && ` by ${draft.saved_by}`}
    </p>
    <div className="row">
      {course.allowed.includes('discard_draft') && (
        <ActionButton
          label="Throw away…"
          title="Throw these changes away?"
          call={(provider) =>
            provider.call('discardCourseDraft', { slug: course.slug, seenContent: { version: course.content_version } })
          }
          successMessage="The changes are thrown away"
          submitLabel="Throw them away"
          cancelLabel="Keep them"
          color="error"
        >
          <p>The course stays as learners see it now. What was changed since cannot be brought back.</p>
        </ActionButton>
      )}
    </div>
  </section>
)

const Planned = ({ course, planned }: { course: CourseRecord; planned: NonNullable<CourseRecord['planned']> }) => (
  <div className="row">
    <p className="small">
      {planned.refused
        ? `It was not published at ${formatMoment(planned.at)}: ${planned.refused}`
        : `It will be published ${formatMoment(planned.at)}${planned.by ? `, as ${planned.by} said` : ''}.`}
    </p>
    {course.allowed.includes('cancel_publication') && (
      <CallButton
        size="small"
        call={(provider) => provider.call('cancelCoursePublication', { slug: course.slug })}
        successMessage="It will not be published at that hour"
      >
        Take back
      </CallButton>
    )}
  </div>
)

/** The refusal of an incomplete course stands in the list above, and the button waits for it to be empty. */
function PublishButtons({ course }: { course: CourseRecord }) {
  if (!course.allowed.includes('publish')) return null
  const isOutdated = course.draft?.changes.some(({ outdated }) => outdated) ?? false
  const publish = (fields: { at?: string; overwrite?: boolean }) => ({
    slug: course.slug,
    publication: { version: course.content_version, ...fields },
  })
  const overwrite = isOutdated && (
    <BooleanInput
      source="overwrite"
      label="Publish also what somebody else changed meanwhile: mine stays"
      helperText={false}
    />
  )
  return (
    <>
      <ActionButton
        label="Publish now…"
        title={course.draft ? 'Publish the changes?' : `Publish ${course.title}?`}
        call={(provider, { overwrite }: { overwrite?: boolean }) =>
          provider.call('publishCourse', publish(overwrite ? { overwrite } : {}))
        }
        successMessage="Published: everybody sees it now"
        submitLabel="Publish now"
      >
        <p>Everybody sees it at once. It can be taken back under History.</p>
        {overwrite}
      </ActionButton>
      <ActionButton
        label="Publish at an hour…"
        title="Publish at an hour"
        call={(provider, { at, overwrite }: { at: string; overwrite?: boolean }) =>
          provider.call('publishCourse', publish({ at: new Date(at).toISOString(), ...(overwrite && { overwrite }) }))
        }
        successMessage="It will be published at that hour"
        submitLabel="Publish then"
        isReady={({ at }) => !!at}
      >
        <DateTimeInput
          source="at"
          label="When"
          helperText={`Your time, ${Intl.DateTimeFormat().resolvedOptions().timeZone}. Until then it can be taken back.`}
          validate={required('Say when')}
        />
        {overwrite}
      </ActionButton>
    </>
  )
}

function StatusButtons({ course }: { course: CourseRecord }) {
  const redirect = useRedirect()
  const toStatus = (status: CourseRecord['status']) => ({
    slug: course.slug,
    courseEdit: { version: course.version, status },
  })
  return (
    <>
      {course.allowed.includes('update') && course.status === 'draft' && (
        <CallButton
          call={(provider) => provider.call('saveCourse', toStatus('beta'))}
          successMessage="Its beta testers can open it now"
        >
          Open to beta testers
        </CallButton>
      )}
      {course.allowed.includes('archive') && (
        <ActionButton
          label="Archive…"
          title={`Archive ${course.title}?`}
          call={(provider) => provider.call('saveCourse', toStatus('archived'))}
          successMessage="The course is archived"
          submitLabel="Archive it"
          cancelLabel="Leave it"
          color="error"
        >
          <p>It leaves the catalogue, and nobody can buy it. Learners who have it keep it, with all that they did.</p>
        </ActionButton>
      )}
      {course.allowed.includes('delete') && (
        <ActionButton
          label="Delete…"
          title={`Delete ${course.title}?`}
          call={(provider) => provider.delete('courses', { id: course.id, previousData: course })}
          successMessage="The course is deleted"
          submitLabel="Delete it for ever"
          cancelLabel="Keep it"
          color="error"
          isGone
          onSuccess={() => redirect('list', 'courses')}
        >
          <p>
            Nobody has a history with this course. Its sections, lessons and texts go with it, and cannot be brought
            back.
          </p>
        </ActionButton>
      )}
    </>
  )
}
