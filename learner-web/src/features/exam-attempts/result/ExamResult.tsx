import type { ExamAttempt, MyExamDetails } from '@flagyard/api-types'
import { flagStanding } from '@flagyard/api-types/exam-attempts/attempt-record'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { errorMessage, FailedLine } from '@flagyard/ui/Feedback'
import { countOf } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { callQuery } from '../../../lib/query.ts'
import type { TextSaver } from '../../../lib/text-saver.ts'
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
          <p>{state === 'provisional' && attempt.under_review ? RESULT_UNDER_REVIEW : stateTexts[state]}</p>
          {state !== 'provisional' && attempt.under_review && <p>{CERTIFICATE_UNDER_REVIEW}</p>}
          {wasSat && <Points attempt={attempt} />}
          {state === 'passed' && !attempt.under_review && <CertificateLink course={exam.course} />}
          {(state === 'no_show' || state === 'disqualified') && (
            <p>
              Do you disagree? Please <Link to={paths.contact}>write to us</Link>.
            </p>
          )}
          {wasSat && <ButtonLink to={paths.attempt(exam.slug, attempt.id)}>See the full record</ButtonLink>}
        </SectionCard>
        <ConductCases slug={exam.slug} attemptId={attempt.id} />
        {state !== 'passed' && state !== 'provisional' && <Booking exam={exam} handle={handle} choice={choice} />}
      </div>
      <div className="stack">
        {wasSat && <FlagPoints slug={exam.slug} />}
        {exam.ledger.length > 0 && (
          <SectionCard title="How your time was counted">
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

const headings: Record<DecidedState, string> = {
  provisional: 'Your result is not final yet',
  passed: 'You passed',
  failed: 'You did not pass this time',
  no_show: 'This exam was missed',
  disqualified: 'This attempt was disqualified',
  void: 'This attempt was cancelled',
}

const stateTexts: Record<DecidedState, string> = {
  provisional:
    'Your flags are counted. Extra points are still under review, for seven days at most. We will write to you.',
  passed: 'Congratulations. You have shown what you can do.',
  failed: 'What you learned on the way stays yours. Look at the flags that were missing, and take your time.',
  no_show: 'You did not check in within an hour of the start, so your account was given to another candidate.',
  disqualified: 'The reason is shown below. You could answer before we decided.',
  void: 'It is not graded, and there is nothing left for you to do. The reason is shown below.',
}

const RESULT_UNDER_REVIEW =
  'Your flags are counted. We have a question about this exam, shown below. Your result will follow once it is resolved.'
const CERTIFICATE_UNDER_REVIEW =
  'We have a question about this exam, shown below. Until it is resolved, no certificate is issued for it. One that you already have stays valid until then.'

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
      <p className={styles.date}>{countOf(points + extra_points, 'point')}</p>
      <p className="small muted">
        {extra_points > 0 && `${points} by flags and ${extra_points} extra · `}
        {passing_points} were needed to pass
        {decided_at && ` · ended ${formatMoment(decided_at, attempt.time_zone ?? myZone())}`}
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
    <SectionCard title="Points by flag">
      <table className={styles.points}>
        <thead>
          <tr>
            <th scope="col">Flag</th>
            <th scope="col">State</th>
            <th scope="col">Points</th>
          </tr>
        </thead>
        <tbody>
          {flags.map((flag) => (
            <tr key={flag.id}>
              <th scope="row">{flag.title}</th>
              <td>
                <Chip tone={flag.solved_at || flag.credited_at ? 'good' : 'neutral'}>{flagStanding(flag)}</Chip>
              </td>
              <td>
                {flag.solved_at || flag.credited_at ? flag.points : 0} of {flag.points}
              </td>
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
        {isReady ? 'Get your certificate' : 'See your certificates'}
      </ButtonLink>
    </div>
  )
}
