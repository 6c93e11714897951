import type { ExamAttempt, MyExamDetails } from '@flagyard/api-types'
import { flagStanding } from '@flagyard/api-types/exam-attempts/attempt-record'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { errorMessage, FailedLine } from '@flagyard/ui/Feedback'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { callQuery } from '../../../lib/query.ts'
import type { TextSaver } from '../../../lib/text-saver.ts'
import * as t from '../../../messages/en/exam-attempts.ts'
import { SectionCard } from '../../../shell/sections.tsx'
import { Booking } from '../BeforeExam.tsx'
import type { HourChoice } from '../booking/HourPicker.tsx'
import { ExamNotes, PastNotes } from '../ExamNotes.tsx'
import { ExamReports } from '../ExamReports.tsx'
import styles from '../Examroom.module.css'
import { TimeLedger } from '../ExamTime.tsx'
import { type ExamHandle, useAttempt } from '../useExam.ts'
import { formatMoment, myZone } from '../zoned-time.ts'
import { ConductCases } from './ConductCases.tsx'
import { AttemptChip, EarlierAttempts } from './EarlierAttempts.tsx'
import { ExtraPoints } from './ExtraPoints.tsx'

type DecidedState = Exclude<ExamAttempt['state'], 'purchased' | 'scheduled' | 'preparing' | 'active'>

interface Props {
  exam: MyExamDetails
  attempt: ExamAttempt
  handle: ExamHandle
  choice: HourChoice
  notes: TextSaver | null
}

export function ExamResult({ exam, attempt, handle, choice, notes }: Props) {
  const zone = attempt.time_zone ?? myZone()
  const state = attempt.state as DecidedState
  const wasSat = attempt.started_at !== null
  return (
    <div className={styles.columns}>
      <div className="stack">
        <SectionCard title={headings[state]} aside={<AttemptChip attempt={attempt} />}>
          <p>{state === 'provisional' && attempt.under_review ? t.resultUnderReview : stateTexts[state]}</p>
          {state !== 'provisional' && attempt.under_review && <p>{t.certificateUnderReview}</p>}
          {wasSat && <Points attempt={attempt} />}
          {state === 'passed' && !attempt.under_review && <CertificateLink course={exam.course} />}
          {(state === 'no_show' || state === 'disqualified') && (
            <p>{t.disagree({ link: (children) => <Link to={paths.contact}>{children}</Link> })}</p>
          )}
          {wasSat && <ButtonLink to={paths.attempt(exam.slug, attempt.id)}>{t.seeFullRecord}</ButtonLink>}
        </SectionCard>
        <ConductCases slug={exam.slug} attemptId={attempt.id} />
        {state !== 'passed' && state !== 'provisional' && <Booking exam={exam} handle={handle} choice={choice} />}
      </div>
      <div className="stack">
        {wasSat && <FlagPoints slug={exam.slug} />}
        {exam.ledger.length > 0 && (
          <SectionCard title={t.timeLedgerAfterwards}>
            <TimeLedger rows={exam.ledger} endsAt={null} timeZone={zone} />
          </SectionCard>
        )}
        {wasSat && <ExtraPointsCard slug={exam.slug} attemptId={attempt.id} />}
        <ExamReports reports={exam.reports} timeZone={zone} />
        {notes && (
          <Card>
            <NotesAfterwards saver={notes} slug={exam.slug} id={attempt.id} />
          </Card>
        )}
        <EarlierAttempts slug={exam.slug} attempts={exam.attempts} />
      </div>
    </div>
  )
}

const headings: Record<DecidedState, string> = t.resultHeadings

const stateTexts: Record<DecidedState, string> = t.resultTexts

function ExtraPointsCard(props: { slug: string; attemptId: string }) {
  const { data: record } = useAttempt(props.slug, props.attemptId)
  if (!record || (record.extra_points_requests.length === 0 && record.extra_points_left === 0)) return null
  return (
    <Card>
      <ExtraPoints {...props} />
    </Card>
  )
}

function Points({ attempt }: { attempt: ExamAttempt }) {
  const { points, extra_points, passing_points, decided_at } = attempt
  return (
    <div>
      <p className={styles.date}>{t.pointsCount({ points: points + extra_points })}</p>
      <p className="small muted">
        {extra_points > 0 && `${t.pointsBySource({ points, extra: extra_points })} · `}
        {t.neededToPass({ points: passing_points })}
        {decided_at && ` · ${t.endedAt({ time: formatMoment(decided_at, attempt.time_zone ?? myZone()) })}`}
      </p>
    </div>
  )
}

/** Read-only notes. Text that was unsent or in conflict at the end can still be saved here. */
function NotesAfterwards({ saver, slug, id }: { saver: TextSaver; slug: string; id: string }) {
  const { status } = useAtomValue(saver.state)
  const isSettled = status === 'saved' || status === 'loading'
  return isSettled ? <PastNotes slug={slug} id={id} /> : <ExamNotes saver={saver} />
}

function FlagPoints({ slug }: { slug: string }) {
  const { data: flags, error, refetch } = useQuery({ ...callQuery('listExamFlags', { exam: slug }), staleTime: 0 })
  if (error && !flags) return <FailedLine why={errorMessage(error)} onRetry={() => void refetch()} />
  if (!flags || flags.length === 0) return null
  return (
    <SectionCard title={t.pointsByFlag}>
      <table className={styles.points}>
        <thead>
          <tr>
            <th scope="col">{t.flag}</th>
            <th scope="col">{t.state}</th>
            <th scope="col">{t.points}</th>
          </tr>
        </thead>
        <tbody>
          {flags.map((flag) => (
            <tr key={flag.id}>
              <th scope="row">{flag.title}</th>
              <td>
                <Chip tone={flag.solved_at || flag.credited_at ? 'good' : 'neutral'}>{flagStanding(flag)}</Chip>
              </td>
              <td>{t.pointsOf({ points: flag.solved_at || flag.credited_at ? flag.points : 0, all: flag.points })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SectionCard>
  )
}

/** An exam's certificate is issued for its course. */
function CertificateLink({ course }: { course: string | null }) {
  const { data: earned } = useQuery({ ...callQuery('listEarnedCertificates'), enabled: course !== null })
  if (course === null) return null
  const isReady = earned?.some((one) => one.course === course && one.type === 'arte')
  return (
    <div>
      <ButtonLink to={paths.certificates} variant="primary">
        {isReady ? t.getYourCertificate : t.seeYourCertificates}
      </ButtonLink>
    </div>
  )
}
