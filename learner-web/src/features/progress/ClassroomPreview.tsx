import type { CoursePreview, CourseProgress } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { previewPaths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Empty, Loading } from '@flagyard/ui/Feedback'
import { cloudNames } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { useSearchParams } from 'react-router-dom'
import * as t from '../../messages/en/progress.ts'
import { Page } from '../../shell/Page.tsx'
import { PreviewStrip, previewApi, useCoursePreview } from '../content/PreviewStrip.tsx'
import { FailedPage } from '../pages/NotFoundPage.tsx'
import { ClassroomLayout } from './ClassroomLayout.tsx'
import { LessonArticle } from './LessonArticle.tsx'
import { findLesson, findNextLesson, type LessonRef, lessonRef, listLessons } from './lesson-ref.ts'
import { VideoPlayer } from './VideoPlayer.tsx'

/** Preview of the classroom with the draft. Nothing is saved: no progress, no video position, no lab. */
export default function ClassroomPreview({ slug }: { slug: string }) {
  const { data: course, error, refetch } = useCoursePreview(slug)
  if (error && !course)
    return <FailedPage title={t.preview} what={t.previewNoun} error={error} onRetry={() => void refetch()} />
  if (!course) return <Loading what={t.previewNoun} />
  return (
    <>
      <PreviewStrip slug={slug} />
      <PreviewLayout course={course} />
    </>
  )
}

function PreviewLayout({ course }: { course: CoursePreview }) {
  const [params] = useSearchParams()
  const lessons = listLessons(course)
  const wanted = { section: params.get('section') ?? '', lesson: params.get('lesson') ?? '' }
  const current = findLesson(lessons, wanted, null)
  if (!current)
    return (
      <Page title={course.title}>
        <Empty title={t.noLessonsYet} icon="book">
          {t.previewWithoutLessons}
        </Empty>
      </Page>
    )
  const pathOf = (lesson: LessonRef) => previewPaths.classroom(course.slug, lesson)
  const path = pathOf(lessonRef(current))
  const next = findNextLesson(lessons, current, [])
  const { lesson } = current
  const id = course.sections.flatMap((section) => section.lessons).find((one) => one === lesson)?.id ?? ''
  return (
    <ClassroomLayout
      {...{ course, current, pathOf, path }}
      progress={emptyProgress(course)}
      coursePath={previewPaths.course(course.slug)}
      lab={lesson.lab && <PreviewLab lab={lesson.lab} />}
    >
      <LessonArticle
        key={path}
        current={current}
        next={next}
        nextPath={next && pathOf(lessonRef(next))}
        video={
          lesson.kind === 'video' && lesson.has_video
            ? (heading, onLoaded) => (
                <VideoPlayer
                  title={lesson.title}
                  heading={heading}
                  duration={lesson.duration_seconds}
                  loadSource={() => previewApi.getLessonVideo({ slug: course.slug, id })}
                  startAt={0}
                  watched={0}
                  intervals={[]}
                  progressNote={t.previewNotSaved}
                  onLoaded={onLoaded}
                  send={async () => undefined}
                  onEnded={() => undefined}
                />
              )
            : null
        }
        footer={null}
      />
    </ClassroomLayout>
  )
}

/** Progress of a new learner, with every lesson unlocked. */
const emptyProgress = ({ slug, title, sections }: CoursePreview): CourseProgress => ({
  slug,
  title,
  enrolled: true,
  refusal: null,
  access_ends_at: null,
  completed: 0,
  video_share: 1,
  feedback_due: false,
  required: sections.flatMap(({ lessons }) => lessons).filter(({ required }) => required).length,
  completed_at: null,
  lessons: [],
  last_seen: null,
  resume: null,
  changed_lessons: [],
  certificate_id: null,
  closed_sections: sections.filter(({ opens_after }) => opens_after !== null).map((section) => section.slug),
  open_lessons: sections.flatMap((section) =>
    section.lessons.map(({ slug: lesson }) => ({ section: section.slug, lesson })),
  ),
})

function PreviewLab({ lab }: { lab: NonNullable<CoursePreview['sections'][number]['lessons'][number]['lab']> }) {
  return (
    <>
      <h2>{t.lab}</h2>
      <p className="small muted">
        {lab.title} · {cloudNames[lab.cloud]} · {t.flags({ count: lab.flags })}
      </p>
      <p>
        <Button variant="primary" disabled>
          {t.deploy}
        </Button>
      </p>
      <p className="small">
        {t.previewLab({ link: (children) => <Link to={`${consolePaths.lab(lab.slug)}/test`}>{children}</Link> })}
      </p>
    </>
  )
}
