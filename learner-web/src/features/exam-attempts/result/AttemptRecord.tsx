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
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { placeName } from '@flagyard/ui/time-zones'
import { api } from '../../../lib/api.ts'
import * as t from '../../../messages/en/exam-attempts.ts'
import { DownloadButton } from '../../../shell/DownloadButton.tsx'
import { Loaded } from '../../../shell/Loaded.tsx'
import { FactList, SectionCard } from '../../../shell/sections.tsx'
import roomStyles from '../Examroom.module.css'
import { useAttempt } from '../useExam.ts'
import { ConductCases } from './ConductCases.tsx'
import { AttemptChip } from './EarlierAttempts.tsx'
import { ExtraPoints } from './ExtraPoints.tsx'

export default function AttemptRecord({ exam, id }: { exam: MyExamDetails; id: string }) {
  return (
    <Loaded query={useAttempt(exam.slug, id)} what={t.attemptNoun}>
      {(record) => <Details exam={exam} id={id} record={record} />}
    </Loaded>
  )
}

function Details({ exam, id, record }: { exam: MyExamDetails; id: string; record: AttemptRecordOf }) {
  return (
    <div className="stack">
      <SectionCard title={t.attemptRecord({ number: record.number })} aside={<AttemptChip attempt={record} />}>
        <Facts record={record} />
        <div className="row">
          <DownloadButton
            variant="primary"
            load={() => api.downloadMyAttempt({ exam: exam.slug, id })}
            name={`exam-${record.exam}-attempt-${record.number}.pdf`}
          >
            {t.saveAsPdf}
          </DownloadButton>
          <ButtonLink to={paths.examroom(exam.slug)}>{t.backToExamRoom}</ButtonLink>
        </div>
      </SectionCard>
      <ConductCases slug={exam.slug} attemptId={id} />
      <SectionCard title={t.events}>
        <p className="small muted">
          {record.time_zone === 'UTC' ? t.timesInUtc : t.timesInZone({ place: placeName(record.time_zone) })}{' '}
          {HOW_TO_CHECK}
        </p>
        <Rows record={record} />
      </SectionCard>
      {record.flags.length > 0 && (
        <SectionCard title={t.flags}>
          <Flags record={record} />
        </SectionCard>
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
  return (
    <FactList
      className={roomStyles.facts}
      facts={[
        [t.bookedFor, moment(scheduled_at)],
        [t.started, moment(started_at)],
        [t.timeEnds, moment(ends_at)],
        [t.points, t.pointsOfRecord({ points: points + extra_points, passing: passing_points })],
      ]}
    />
  )
}

function Rows({ record: { rows, time_zone } }: { record: AttemptRecordOf }) {
  if (rows.length === 0) return <p className="muted">{t.noEvents}</p>
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
            {row.actor && <span className="small muted">{t.by({ actor: row.actor })}</span>}
          </span>
          <span className={roomStyles.given}>
            {[timeGiven(row), pointsGiven(row)].filter(Boolean).map((addition) => (
              <span key={addition}>{addition}</span>
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
              <span>{t.lastTry({ time: recordMoment(flag.last_try_at, time_zone) })}</span>
              <time className="mono" dateTime={flag.last_try_at}>
                {flag.last_try_at}
              </time>
            </>
          ) : (
            <span>{t.notTried}</span>
          )}
        </span>
        <span>
          <strong>{flag.title}</strong>
          <span className={roomStyles.text}>
            {flagStanding(flag)} · {t.tries({ count: flag.tries })}
          </span>
        </span>
        <span className={roomStyles.given}>{t.pointsCount({ points: flag.points })}</span>
      </li>
    ))}
  </ol>
)
