import type { MyExamDetails } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Empty, errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { onlineAtom } from '@flagyard/ui/page-state'
import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import type { TextSaver } from '../../lib/text-saver.ts'
import * as t from '../../messages/en/exam-attempts.ts'
import { Page } from '../../shell/Page.tsx'
import NotFoundPage from '../pages/NotFoundPage.tsx'
import { BeforeExam } from './BeforeExam.tsx'
import { useHourChoice } from './booking/HourPicker.tsx'
import { CheckIn } from './CheckIn.tsx'
import { useExamNotes } from './ExamNotes.tsx'
import styles from './Examroom.module.css'
import { stateNews } from './labels.ts'
import { RunningExam } from './RunningExam.tsx'
import { ExamResult } from './result/ExamResult.tsx'
import { type ExamHandle, newestAttempt, useExam } from './useExam.ts'
import { formatHour, myZone } from './zoned-time.ts'

const AttemptRecord = lazyScreen(() => import('./result/AttemptRecord.tsx'))

/** `/examroom/:slug`: an exam before its start, while it is running, and with its result. */
export default function ExamroomPage() {
  const { slug = '' } = useParams()
  return <Examroom key={slug} slug={slug} />
}

function Examroom({ slug }: { slug: string }) {
  const handle = useExam(slug)
  const notes = useExamNotes(slug, handle)
  const { exam, error, retry } = handle
  const attemptId = useSearchParams()[0].get('attempt')
  if (error instanceof ApiError && error.code === 'not_found') return <NotFoundPage />
  if (error && !exam)
    return (
      <Page title={t.exam}>
        <Failed what={t.thisExamNoun} why={errorMessage(error)} onRetry={retry} />
      </Page>
    )
  if (!exam) return <Loading what={t.examNoun} />
  if (!exam.has_access && exam.attempts.length === 0)
    return (
      <Page title={exam.title} width="text">
        <Empty title={t.noAccess} icon="lock" action={<ButtonLink to={paths.exam(slug)}>{t.seeExam}</ButtonLink>}>
          {t.noAccessText}
        </Empty>
      </Page>
    )
  return (
    <Page title={exam.title}>
      <ConnectionNote isCutOff={handle.isCutOff} />
      <SupportNote support={exam.support} />
      {attemptId ? (
        <Suspense fallback={<Loading what={t.attemptNoun} />}>
          <AttemptRecord exam={exam} id={attemptId} />
        </Suspense>
      ) : (
        <AttemptView exam={exam} handle={handle} notes={notes} />
      )}
    </Page>
  )
}

/** The view for the state of the newest attempt. A change of state, here or on another device, is announced. */
function AttemptView({ exam, handle, notes }: { exam: MyExamDetails; handle: ExamHandle; notes: TextSaver | null }) {
  const attempt = newestAttempt(exam)
  const state = attempt?.state ?? 'purchased'
  const box = useRef<HTMLDivElement>(null)
  const previous = useRef(state)
  const [announcement, setAnnouncement] = useState('')
  const choice = useHourChoice(exam.rules)
  const { clear, date } = choice
  useEffect(() => {
    if (previous.current === state) return
    previous.current = state
    if (state === 'scheduled') clear()
    setAnnouncement(stateNews[state])
    // Scrolls to the top, because the content was replaced, unless the learner is choosing an hour for the next attempt.
    box.current?.focus({ preventScroll: true })
    if (date === null || state === 'scheduled') scrollTo({ top: 0 })
  }, [state, clear, date])
  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <div ref={box} tabIndex={-1} className={styles.stage}>
        {!attempt || state === 'purchased' || state === 'scheduled' ? (
          <BeforeExam exam={exam} handle={handle} choice={choice} />
        ) : state === 'preparing' ? (
          <CheckIn exam={exam} attempt={attempt} handle={handle} />
        ) : state === 'active' ? (
          <RunningExam exam={exam} attempt={attempt} handle={handle} notes={notes} />
        ) : (
          <ExamResult exam={exam} attempt={attempt} handle={handle} choice={choice} notes={notes} />
        )}
      </div>
    </>
  )
}

/** Notice while the server is unreachable. The offline notice above every page is separate. */
function ConnectionNote({ isCutOff }: { isCutOff: boolean }) {
  const isOnline = useAtomValue(onlineAtom)
  return (
    <div role="status" className={styles.connection}>
      {(isCutOff || !isOnline) && <p>{t.cutOff}</p>}
    </div>
  )
}

/** Notice shown while support is viewing the exam room. */
const SupportNote = ({ support }: Pick<MyExamDetails, 'support'>) => (
  <div role="status" className={styles.connection}>
    {support && (
      <p>
        {t.supportViewing({
          since: formatHour(support.since, myZone()),
          until: formatHour(support.until, myZone()),
          by: support.by,
          reason: support.reason,
        })}
      </p>
    )}
  </div>
)
