import type { ExamFlag } from '@flagyard/api-types'
import { Card } from '@flagyard/ui/Card'
import { classNames } from '@flagyard/ui/class-names'
import { errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { FormError } from '@flagyard/ui/Form'
import { onlineAtom } from '@flagyard/ui/page-state'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatClock } from '../../lib/format.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import type { TextSaver } from '../../lib/text-saver.ts'
import { useNow } from '../../lib/useNow.ts'
import * as t from '../../messages/en/exam-attempts.ts'
import { ConfirmButton } from '../../shell/ConfirmDialog.tsx'
import { RichText } from '../../shell/RichText.tsx'
import { SectionCard } from '../../shell/sections.tsx'
import { FlagForm } from '../lab-work/flags/FlagForm.tsx'
import { SolvedFlag } from '../lab-work/flags/SolvedFlag.tsx'
import listStyles from '../lab-work/lab-work.module.css'
import { LazyLabShell } from '../shell/lazy-shell.ts'
import { AdmittedAddress } from './AdmittedAddress.tsx'
import { ExamEnvironment } from './ExamEnvironment.tsx'
import { ExamNotes } from './ExamNotes.tsx'
import { ExamReports } from './ExamReports.tsx'
import styles from './Examroom.module.css'
import { ExamTime, TimeLedger } from './ExamTime.tsx'
import { ConductCases } from './result/ConductCases.tsx'
import { ExtraPointsDetails } from './result/ExtraPoints.tsx'
import { type AttemptProps, newestAttempt } from './useExam.ts'
import { myZone } from './zoned-time.ts'

export function RunningExam({ exam, attempt, handle, notes }: AttemptProps & { notes: TextSaver | null }) {
  const isOnline = useAtomValue(onlineAtom)
  const zone = attempt.time_zone ?? myZone()
  return (
    <div className={styles.sitting}>
      <div className={classNames(styles.time, !isOnline && styles.belowNotice)}>
        <ExamTime exam={exam} attempt={attempt} handle={handle} />
      </div>
      {exam.environment?.has_shell && attempt.state === 'active' && (
        <Card className={styles.shell}>
          <ScreenBoundary>
            <Suspense fallback={<Loading what={t.shellNoun} />}>
              <LazyLabShell key={exam.environment.id} id={exam.environment.id} onFailure={handle.refresh} />
            </Suspense>
          </ScreenBoundary>
        </Card>
      )}
      <Card as="section">
        <ExamFlags exam={exam} attempt={attempt} handle={handle} />
      </Card>
      {notes && (
        <Card className={styles.notes}>
          <ExamNotes saver={notes} />
        </Card>
      )}
      <div className={styles.aside}>
        <Card>
          <ExamEnvironment exam={exam} attempt={attempt} handle={handle} />
        </Card>
        <ExamReports reports={exam.reports} timeZone={zone} />
        {exam.admitted && (
          <Card>
            <AdmittedAddress exam={exam} handle={handle} />
          </Card>
        )}
        <SectionCard title={t.timeLedger}>
          <TimeLedger rows={exam.ledger} endsAt={attempt.active_until} timeZone={zone} />
        </SectionCard>
        <ExtraPointsDetails slug={exam.slug} attemptId={attempt.id} />
        {attempt.under_review && <ConductCases slug={exam.slug} attemptId={attempt.id} />}
        {exam.accepted_rules && (
          <Card>
            <details>
              <summary className={styles.summaryLine}>{t.acceptedRules}</summary>
              <RichText>{exam.accepted_rules.text}</RichText>
            </details>
          </Card>
        )}
        <Card>
          <HandIn exam={exam} attempt={attempt} handle={handle} />
        </Card>
      </div>
    </div>
  )
}

function ExamFlags({ exam, attempt, handle }: AttemptProps) {
  const query = callQuery('listExamFlags', { exam: exam.slug })
  const {
    data: flags,
    error,
    refetch,
    // Another device may have solved a flag.
  } = useQuery({
    ...query,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: handle.isFollowing ? false : 30_000,
  })
  const [justSolved, setJustSolved] = useState('')
  const [announcement, setAnnouncement] = useState('')
  if (error && !flags) return <Failed what={t.flagsNoun} why={errorMessage(error)} onRetry={() => void refetch()} />
  if (!flags) return <Loading what={t.flagsNoun} />
  const points = flags.reduce((sum, flag) => sum + (flag.solved_at || flag.credited_at ? flag.points : 0), 0)
  const apply = ({ correct, flag }: Awaited<ReturnType<typeof api.submitExamFlag>>) => {
    queryClient.setQueryData<ExamFlag[]>(query.queryKey, (known) =>
      known?.map((one) => (one.id === flag.id ? flag : one)),
    )
    if (!correct) return
    setJustSolved(flag.id)
    setAnnouncement(t.flagSolved({ title: flag.title, points: flag.points }))
  }
  return (
    <div className="stack">
      <div className="row between">
        <h2 className="heading">{t.flags}</h2>
        <p className="small">{t.pointsSoFar({ points, total: exam.total_points, passing: attempt.passing_points })}</p>
      </div>
      <ul className={listStyles.list}>
        {flags.map((flag) => (
          <li key={flag.id}>
            {flag.solved_at ? (
              <SolvedFlag
                flag={{ ...flag, earned: flag.points, has_walkthrough: false }}
                isNew={flag.id === justSolved}
              />
            ) : (
              <FlagForm
                flag={flag}
                send={(text) => api.submitExamFlag({ id: flag.id, submitExamFlagPayload: { flag: text } })}
                onResult={apply}
              />
            )}
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  )
}

function HandIn({ exam, attempt, handle }: AttemptProps) {
  const { data: flags = [] } = useQuery({ ...callQuery('listExamFlags', { exam: exam.slug }), enabled: false })
  const points =
    flags.reduce((sum, flag) => sum + (flag.solved_at || flag.credited_at ? flag.points : 0), 0) + attempt.extra_points
  const unsolved = flags.filter(({ solved_at }) => !solved_at).length
  const handIn = () =>
    handle.change(
      'hand_in',
      () => api.handInExam({ exam: exam.slug }),
      (known) => newestAttempt(known)?.id === attempt.id && newestAttempt(known)?.state !== 'active',
    )
  return (
    <section className="stack">
      <h2 className="heading">{t.handIn}</h2>
      <p className="small muted">{t.handInNote}</p>
      <ConfirmButton
        label={t.handInEarly}
        title={t.handInTitle}
        confirmLabel={t.handIn}
        cancelLabel={t.keepWorking}
        isPending={handle.pendingName === 'hand_in'}
        onConfirm={handIn}
      >
        <HandInConsequences attempt={attempt} handle={handle} unsolved={unsolved} />
        <p>
          {t.handInPoints({
            points,
            passing: attempt.passing_points,
            willPass: String(points >= attempt.passing_points),
          })}
        </p>
        <FormError>{handle.errorOf('hand_in')}</FormError>
      </ConfirmButton>
    </section>
  )
}

function HandInConsequences({ attempt, handle, unsolved }: Omit<AttemptProps, 'exam'> & { unsolved: number }) {
  const now = useNow() + handle.clockOffset
  const left = attempt.active_until ? Date.parse(attempt.active_until) - now : attempt.seconds_left * 1000
  return <p>{t.handInConsequences({ time: formatClock(left), unsolved })}</p>
}
