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
import * as t from '../../messages/en/progress.ts'
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
    <section ref={section} tabIndex={-1} className={styles.lessonPlayer} aria-label={t.freeLesson}>
      {error ? (
        <Failed what={t.thisLessonNoun} why={errorMessage(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <Lesson course={course} lesson={lesson} content={data} />
      ) : (
        <Stage label={t.freeLesson} picture={<Loading what={t.lessonNoun} />} />
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
      {content.title} <Chip tone="good">{t.free}</Chip>
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
        <Suspense fallback={<Loading what={t.rehearsalNoun} />}>
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
            {t.nextFreeLesson({ title: next.title })} <Icon name="arrow" size={18} />
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
  if (error) return <Failed what={t.progressNoun} why={errorMessage(error)} onRetry={() => void refetch()} />
  if (!progress) return <Stage label={content.title} picture={<Loading what={t.progressNoun} />} />
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
          <Chip tone="good">{t.complete}</Chip>
        </p>
      )}
    </>
  )
}

function SignupOffer({ hasVideo }: { hasVideo: boolean }) {
  const { pathname, search } = useLocation()
  return (
    <Card className={styles.invitation}>
      <p>{hasVideo ? t.signUpAfterVideo : t.signUpToContinue}</p>
      <div className="row">
        <ButtonLink to={withRequestedLocation(paths.signup, pathname + search)} variant="primary">
          {t.createFreeAccount}
        </ButtonLink>
        <ButtonLink to={withRequestedLocation(paths.signin, pathname + search)}>{t.signIn}</ButtonLink>
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
      progressNote={t.savedInBrowser}
      upNext={upNext}
      send={async (heartbeat) => saveVisitorLesson({ ...ref, title, receipt, ...heartbeat })}
      onEnded={() => undefined}
    />
  )
}
