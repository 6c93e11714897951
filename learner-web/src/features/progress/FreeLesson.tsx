import type { FreeLesson as Content, Course } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { withRequestedLocation } from '@flagyard/auth'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { callQuery } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { RichText } from '../../shell/RichText.tsx'
import styles from '../courses/CoursePage.module.css'
import { LazyRehearsal } from '../shell/lazy-shell.ts'
import classroom from './Classroom.module.css'
import { LessonPlayerProvider, type NextLesson } from './lesson-player.ts'
import { findLessonProgress, type LessonRef, listFreeLessons } from './lesson-ref.ts'
import { Stage } from './player/Stage.tsx'
import { useCompleteLesson } from './useClassroom.ts'
import { NotesOfLesson, VideoLesson } from './VideoLesson.tsx'
import { VideoPlayer } from './VideoPlayer.tsx'
import { findVisitorLesson, saveVisitorLesson, visitorProgressAtom } from './visitor-progress.ts'

interface Props {
  course: Course
  lesson: LessonRef
}

/** A free lesson, played on the course's page. Visitors can watch it without an account. */
export default function FreeLesson({ course, lesson }: Props) {
  const ref = { slug: course.slug, ...lesson }
  const { data, error, refetch } = useQuery({ ...callQuery('getFreeLesson', ref), staleTime: Number.POSITIVE_INFINITY })
  const section = useRef<HTMLElement>(null)
  // The link may be further up or down on the same page. Keyboard users who moved on while the lesson loaded keep their position.
  useEffect(() => {
    if (isFocusElsewhere()) return
    section.current?.scrollIntoView({ block: 'start' })
    section.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section ref={section} tabIndex={-1} className={styles.lessonPlayer} aria-label="Free lesson">
      {error ? (
        <Failed what="this lesson" why={errorMessage(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <Lesson course={course} lesson={lesson} content={data} />
      ) : (
        <Stage label="Free lesson" picture={<Loading what="the lesson" />} />
      )}
    </section>
  )
}

/** True if an element other than the link to this lesson has the keyboard focus. */
function isFocusElsewhere(): boolean {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement) || activeElement.tabIndex < 0 || activeElement === document.body)
    return false
  return !(activeElement instanceof HTMLAnchorElement && activeElement.href === location.href)
}

function Lesson({ course, lesson, content }: Props & { content: Content }) {
  const session = useSession()
  const isAccount = session?.user.is_active === true
  const free = listFreeLessons(course)
  const at = free.findIndex((one) => one.section === lesson.section && one.lesson === lesson.lesson)
  const next = free[at + 1]
  // Does not advance automatically, because visitors are offered an account here.
  const upNext = next && { title: next.title, path: paths.freeLesson(course.slug, next), autoAdvances: false }
  const heading = (
    <h2 className={classroom.title}>
      {content.title} <Chip tone="good">Free</Chip>
    </h2>
  )
  return (
    <LessonPlayerProvider>
      {!content.video ? (
        heading
      ) : isAccount ? (
        <AccountVideo {...{ course, lesson, content, heading, upNext }} />
      ) : (
        <VisitorVideo {...{ course, lesson, content, heading, upNext }} />
      )}
      {content.body && <RichText>{content.body}</RichText>}
      {content.lab && (
        <Suspense fallback={<Loading what="the rehearsal" />}>
          <LazyRehearsal
            place={{ course: course.slug, section: lesson.section, lesson: lesson.lesson }}
            hasRealLab={false}
          />
        </Suspense>
      )}
      {isAccount && !content.lab && <NotesOfLesson course={course.slug} lesson={lesson} title={content.title} />}
      {!isAccount && <SignupOffer hasVideo={content.video !== null} />}
      {next && (
        <p className={classroom.next}>
          <Link to={paths.freeLesson(course.slug, next)}>
            Next free lesson: {next.title} <Icon name="arrow" size={18} />
          </Link>
        </p>
      )}
    </LessonPlayerProvider>
  )
}

interface VideoProps extends Props {
  content: Content
  heading: ReactNode
  upNext: NextLesson | undefined
}

/** The video for signed-in users, with or without the course. */
function AccountVideo({ course, lesson, content, heading, upNext }: VideoProps) {
  const { data: progress, error, refetch } = useQuery(callQuery('getCourseProgress', { slug: course.slug }))
  const { complete } = useCompleteLesson(course.slug, lesson)
  const offered = useAtomValue(visitorProgressAtom).length
  if (error) return <Failed what="your progress" why={errorMessage(error)} onRetry={() => void refetch()} />
  if (!progress) return <Stage label={content.title} picture={<Loading what="your progress" />} />
  const mine = findLessonProgress(progress, lesson)
  return (
    <>
      <VideoLesson
        // Remounts at the saved position after a visitor's progress was moved to the account.
        key={offered}
        slug={course.slug}
        lesson={lesson}
        title={content.title}
        heading={heading}
        duration={content.duration_seconds}
        progress={mine}
        upNext={upNext}
        onEnded={(watched) => {
          if (!mine?.completed_at && watched + 1e-9 >= progress.video_share) void complete()
        }}
      />
      {mine?.completed_at && (
        <p>
          <Chip tone="good">Complete</Chip>
        </p>
      )}
    </>
  )
}

function SignupOffer({ hasVideo }: { hasVideo: boolean }) {
  const { pathname, search } = useLocation()
  return (
    <Card className={styles.invitation}>
      <p>
        {hasVideo
          ? 'Want to save your place? A free account keeps what you have watched.'
          : 'Want to continue? A free account saves your place in every free lesson.'}
      </p>
      <div className="row">
        <ButtonLink to={withRequestedLocation(paths.signup, pathname + search)} variant="primary">
          Create a free account
        </ButtonLink>
        <ButtonLink to={withRequestedLocation(paths.signin, pathname + search)}>Sign in</ButtonLink>
      </div>
    </Card>
  )
}

/** The video of a free lesson for a visitor; the progress is stored in this browser. */
function VisitorVideo({ course: { slug }, lesson, content, heading, upNext }: VideoProps) {
  const ref = { slug, ...lesson }
  const saved = findVisitorLesson(useAtomValue(visitorProgressAtom), ref)
  const { title, receipt, duration_seconds } = content
  const seconds = (saved?.intervals ?? []).reduce((sum, [from, to]) => sum + to - from, 0)
  return (
    <VideoPlayer
      title={title}
      heading={heading}
      duration={duration_seconds}
      loadSource={async () => {
        const { video } = await api.getFreeLesson(ref)
        if (!video) throw new Error('The lesson lost its video')
        return video
      }}
      startAt={saved?.position_seconds ?? 0}
      watched={duration_seconds > 0 ? Math.min(1, seconds / duration_seconds) : 0}
      intervals={saved?.intervals ?? []}
      progressNote="Your place is saved in this browser"
      upNext={upNext}
      send={async (heartbeat) => saveVisitorLesson({ ...ref, title, receipt, ...heartbeat })}
      onEnded={() => undefined}
    />
  )
}
