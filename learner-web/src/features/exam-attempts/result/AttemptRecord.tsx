import type { AttemptRecord as AttemptRecordOf, MyExamDetails } from '@flagyard/api-types'
import {
  flagStanding,
  HOW_TO_CHECK,
  pointsGiven,
  recordMoment,
  recordName,
  timeGiven,
} from '@flagyard/api-types/exam-attempts/attempt-record'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { FormError } from '@flagyard/ui/Form'
import { countOf } from '@flagyard/ui/format'
import { saveFile } from '@flagyard/ui/save-file'
import { placeName } from '@flagyard/ui/time-zones'
import { api } from '../../../lib/api.ts'
import { useAction } from '../../../lib/useAction.ts'
import roomStyles from '../Examroom.module.css'
import { attemptChips } from '../labels.ts'
import { useAttempt } from '../useExam.ts'
import { ConductCases } from './ConductCases.tsx'
import { ExtraPoints } from './ExtraPoints.tsx'

export default function AttemptRecord({ exam, id }: { exam: MyExamDetails; id: string }) {
  const { data: record, error, refetch } = useAttempt(exam.slug, id)
  const file = useAction()
  if (!record)
    return error ? (
      <Failed what="this attempt" why={errorMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <Loading what="this attempt" />
    )
  const name = `flagyard-exam-${record.exam}-attempt-${record.number}.pdf`
  const download = async () => saveFile(await api.downloadMyAttempt({ exam: exam.slug, id }), name)
  return (
    <div className="stack">
      <Card as="section" className="stack">
        <div className="row between">
          <h2 className={roomStyles.title}>Attempt {record.number}, minute by minute</h2>
          {record.state !== 'purchased' && (
            <Chip tone={attemptChips[record.state].tone}>{attemptChips[record.state].label}</Chip>
          )}
        </div>
        <Facts record={record} />
        <FormError>{file.error}</FormError>
        <div className="row">
          <Button variant="primary" busy={file.isPending} onClick={() => void file.run(download)}>
            Save it as a PDF
          </Button>
          <ButtonLink to={paths.examroom(exam.slug)}>Back to the exam room</ButtonLink>
        </div>
      </Card>
      <ConductCases slug={exam.slug} attemptId={id} />
      <Card as="section" className="stack">
        <h2 className={roomStyles.title}>What happened</h2>
        <p className="small muted">
          Each moment is told{' '}
          {record.time_zone === 'UTC'
            ? 'in UTC, as you booked'
            : `in ${placeName(record.time_zone)}, where you booked, and in UTC`}
          . {HOW_TO_CHECK}
        </p>
        <Rows record={record} />
      </Card>
      {record.flags.length > 0 && (
        <Card as="section" className="stack">
          <h2 className={roomStyles.title}>Flags</h2>
          <Flags record={record} />
        </Card>
      )}
      {record.extra_points_requests.length > 0 && (
        <Card>
          <ExtraPoints slug={exam.slug} attemptId={id} />
        </Card>
      )}
    </div>
  )
}

function Facts({ record }: { record: AttemptRecordOf }) {
  const { scheduled_at, started_at, ends_at, time_zone, points, extra_points, passing_points } = record
  const moment = (at: string | null) => at && recordMoment(at, time_zone)
  const facts = [
    ['Booked for', moment(scheduled_at)],
    ['Started', moment(started_at)],
    ['Time is over at', moment(ends_at)],
    ['Points', `${points + extra_points} of ${passing_points} to pass`],
  ] as const
  return (
    <dl className={roomStyles.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Rows({ record: { rows, time_zone } }: { record: AttemptRecordOf }) {
  if (rows.length === 0) return <p className="muted">Nothing has happened yet.</p>
  return (
    <ol className={roomStyles.rows}>
      {rows.map((row, index) => (
        <li key={index}>
          <span className={roomStyles.times}>
            <span>{recordMoment(row.at, time_zone)}</span>
            <time className="mono" dateTime={row.at}>
              {row.at}
            </time>
          </span>
          <span>
            <strong>{recordName(rows, index)}</strong>
            {row.text && <span className={roomStyles.text}>{row.text}</span>}
            {row.actor && <span className="small muted">by {row.actor}</span>}
          </span>
          <span className={roomStyles.given}>
            {[timeGiven(row), pointsGiven(row)].filter(Boolean).map((gift) => (
              <span key={gift}>{gift}</span>
            ))}
          </span>
        </li>
      ))}
    </ol>
  )
}

const Flags = ({ record: { flags, time_zone } }: { record: AttemptRecordOf }) => (
  <ol className={roomStyles.rows}>
    {flags.map((flag, index) => (
      <li key={index}>
        <span className={roomStyles.times}>
          {flag.last_try_at ? (
            <>
              <span>Last try {recordMoment(flag.last_try_at, time_zone)}</span>
              <time className="mono" dateTime={flag.last_try_at}>
                {flag.last_try_at}
              </time>
            </>
          ) : (
            <span>Not tried</span>
          )}
        </span>
        <span>
          <strong>{flag.title}</strong>
          <span className={roomStyles.text}>
            {flagStanding(flag)} · {countOf(flag.tries, 'try', 'tries')}
          </span>
        </span>
        <span className={roomStyles.given}>{countOf(flag.points, 'point')}</span>
      </li>
    ))}
  </ol>
)
