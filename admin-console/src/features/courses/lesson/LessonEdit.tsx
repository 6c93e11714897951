import type { CourseRecord, LessonRecord } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { MAX_BODY_BYTES } from '@flagyard/api-types/contract/content-fields'
import { Chip } from '@flagyard/ui/Chip'
import { Failed } from '@flagyard/ui/Feedback'
import { Icon } from '@flagyard/ui/Icon'
import { Spinner } from '@flagyard/ui/Spinner'
import { RecordContextProvider, useGetOne } from 'react-admin'
import { Link } from 'react-router-dom'
import { EditForm } from '../../../crud/record/EditForm.tsx'
import { sentenceOf } from '../../../lib/problem.ts'
import { useFocusIfLost } from '../../../lib/useFocusIfLost.ts'
import { MarkdownInput } from '../../content/markdown/MarkdownInput.tsx'
import { Preview } from '../../content/markdown/Preview.tsx'
import styles from '../CourseEdit.module.css'
import { VideoInput } from './VideoInput.tsx'

const labels = {
  body: 'Text',
  video: 'Video',
  duration_seconds: 'Length',
  captions: 'Captions',
  chapters: 'Chapters',
} as const

/** Editor of one lesson: text with preview, video and captions. Title, kind and position are edited in the outline. */
export default function LessonEdit({ course, id }: { course: CourseRecord; id: string }) {
  const key = `${course.slug}/${id}`
  const { data: lesson, error, refetch } = useGetOne<LessonRecord>('lessons', { id: key }, { retry: false })
  if (error && !lesson) return <Failed what="the lesson" why={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!lesson) return <Spinner label="Loading the lesson…" />
  return (
    <RecordContextProvider value={lesson}>
      <div className={styles.stack}>
        <LessonNav course={course} id={id} />
        <div className={styles.heading}>
          <LessonTitle title={lesson.title} />
          <span className="mono small">{lesson.slug}</span>
          {lesson.changed && <Chip tone="info">Unpublished changes</Chip>}
        </div>
        {lesson.missing.length > 0 && (
          <ul className={styles.list} aria-label="Missing before publication">
            {lesson.missing.map(({ code, message }) => (
              <li key={code + message}>{message}</li>
            ))}
          </ul>
        )}
        {lesson.kind === 'lab' && lesson.lab && (
          <p className="small">
            Lab: <Link to={consolePaths.lab(lesson.lab)}>{lesson.lab}</Link>
          </p>
        )}
        {course.allowed.includes('update') ? (
          <Editing course={course} lesson={lesson} />
        ) : (
          <Preview text={lesson.body} />
        )}
      </div>
    </RecordContextProvider>
  )
}

/** Focused on navigation, so that keyboard users do not restart at the top of the page. */
function LessonTitle({ title }: { title: string }) {
  const heading = useFocusIfLost<HTMLHeadingElement>()
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.title}>
      {title}
    </h2>
  )
}

const Editing = ({ course, lesson }: { course: CourseRecord; lesson: LessonRecord }) => (
  <EditForm<LessonRecord>
    resource="lessons"
    id={lesson.id}
    recordLabel="lesson"
    labels={labels}
    texts={{
      captions: (captions) =>
        (captions as LessonRecord['captions']).map(({ label, lang }) => `${label} (${lang})`).join('\n'),
      chapters: (chapters) =>
        (chapters as LessonRecord['chapters']).map(({ second, title }) => `${second} s: ${title}`).join('\n'),
    }}
    successMessage={({ changed }: LessonRecord) =>
      changed ? 'Saved. Publish the changes to show them to learners.' : 'Lesson saved'
    }
    transform={toSend}
  >
    <MarkdownInput source="body" label={labels.body} maxBytes={MAX_BODY_BYTES} minRows={20} />
    {lesson.kind === 'video' && <VideoInput course={course.slug} lesson={lesson} />}
  </EditForm>
)

/** Removes caption text that is not stored yet, and sorts the chapters. */
const toSend = (lesson: LessonRecord) => ({
  ...lesson,
  captions: lesson.captions.map(({ lang, label, file }) => ({ lang, label, file })),
  chapters: lesson.chapters.toSorted((a, b) => a.second - b.second),
})

/** Links to the previous and next lesson and back to the outline. */
function LessonNav({ course, id }: { course: CourseRecord; id: string }) {
  const lessons = course.outline.sections.flatMap(({ lessons }) => lessons)
  const at = lessons.findIndex((lesson) => lesson.id === id)
  const base = `${consolePaths.course(course.slug)}/outline`
  const [before, after] = [lessons[at - 1], lessons[at + 1]]
  return (
    <nav aria-label="Lessons" className={styles.bar}>
      <Link to={base} className="row small">
        <Icon name="back" size={16} /> Outline
      </Link>
      <span className="row small">
        {before && <Link to={`${base}/${before.id}`}>Previous: {before.title}</Link>}
        {after && <Link to={`${base}/${after.id}`}>Next: {after.title}</Link>}
      </span>
    </nav>
  )
}
