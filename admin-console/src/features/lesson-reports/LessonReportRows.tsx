import type { LessonReportKind, LessonReportRow, LessonReportState } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Chip } from '@flagyard/ui/Chip'
import { RadioButtonGroupInput } from 'react-admin'
import { Link } from 'react-router-dom'
import { ActionButton } from '../../crud/actions.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import { PersonLink, ResourceLink } from '../../crud/links.tsx'
import { Column, Rows } from '../../crud/Rows.tsx'
import { formatDay, formatMoment } from '../../lib/format.ts'
import { formatLength } from '../uploads/file-words.ts'

const Col = Column<LessonReportRow>

interface Props {
  empty: string
  /** True on the page of a course, where the course column is omitted. */
  isOfOneCourse?: boolean
}

/** Rows of reports, for the full list and the page of a course. */
export const LessonReportRows = ({ empty, isOfOneCourse = false }: Props) => (
  <Rows<LessonReportRow>
    label="Reported errors"
    hiddenColumns={['revision', 'answer', 'decided_at', ...(isOfOneCourse ? ['course_title'] : [])]}
    primaryText={(row) => <Lesson row={row} />}
    tertiaryText={(row) => <State row={row} />}
    secondaryText={(row) => (
      <>
        {kindWords[row.kind]} · {row.words}
        <div className="row-actions">
          <DecideReport report={row} />
        </div>
      </>
    )}
    empty={empty}
  >
    <Col source="lesson" label="Lesson" cellClassName="wraps" render={(row) => <Lesson row={row} />} />
    <Col
      source="course_title"
      onlyWide
      label="Course"
      cellClassName="wraps"
      render={({ course, course_title }) => (
        <ResourceLink resource="courses" id={course}>
          {course_title}
        </ResourceLink>
      )}
    />
    <Col source="kind" onlyWide label="What it is" render={({ kind }) => kindWords[kind]} />
    <Col source="words" label="In their words" cellClassName="wraps" />
    <Col
      source="position_seconds"
      onlyWide
      label="In the film"
      render={({ position_seconds }) => (position_seconds === null ? '—' : formatLength(position_seconds))}
    />
    <Col
      source="revision"
      label="Revision"
      render={({ revision }) => (revision === null ? 'The first' : `No. ${revision}`)}
    />
    <Col
      source="username"
      label="Learner"
      cellClassName="long"
      render={({ username }) => (username ? <PersonLink username={username} /> : '—')}
    />
    <Col source="state" label="State" render={(row) => <State row={row} />} />
    <Col source="answer" label="Answer" cellClassName="wraps" />
    <Col source="created_at" label="Reported" render={(row) => formatDay(row.created_at)} />
    <Col
      source="decided_at"
      label="Decided"
      render={({ decided_at }) => (decided_at ? formatMoment(decided_at) : '—')}
    />
    <Col source="id" label="Decision" isAction render={(row) => <DecideReport report={row} />} />
  </Rows>
)

/** Link to the lesson's editor. */
const Lesson = ({ row: { course, lesson_id, lesson } }: { row: LessonReportRow }) => (
  <Link to={`${consolePaths.course(course)}/outline/${lesson_id}`}>{lesson}</Link>
)

const State = ({ row: { state } }: { row: LessonReportRow }) => (
  <Chip tone={stateTones[state]}>{stateWords[state]}</Chip>
)

interface Decision {
  state: 'accepted' | 'closed'
  answer: string
}

const choices = [
  { id: 'accepted', name: 'Accept it: it is right, and will be mended', action: 'accept' },
  { id: 'closed', name: 'Close it, and write to the learner', action: 'close' },
] as const

/** Accepts a report, or closes it with a reply to the learner. */
function DecideReport({ report }: { report: LessonReportRow }) {
  const { id, version, allowed, lesson, kind, words, position_seconds, revision, created_at } = report
  const offered = choices.filter(({ action }) => allowed.includes(action))
  if (offered.length === 0) return null
  return (
    <ActionButton
      operation="decideLessonReport"
      label="Decide…"
      size="small"
      title={`An error in “${lesson}”`}
      call={(provider, { state, answer }: Decision) =>
        provider.call('decideLessonReport', {
          id,
          lessonReportDecision: {
            version,
            state,
            ...(state === 'closed' && answer.trim() && { answer: answer.trim() }),
          },
        })
      }
      successMessage="It is decided"
      defaultValues={{ state: 'closed', answer: '' }}
      submitLabel="Decide it"
    >
      <p>“{words}”</p>
      <p>
        {kindWords[kind]} · {formatMoment(created_at)}
        {position_seconds !== null && ` · at ${formatLength(position_seconds)} of the film`}
        {revision !== null && ` · revision ${revision}`}
      </p>
      <RadioButtonGroupInput
        source="state"
        label="Decision"
        choices={offered.map(({ id, name }) => ({ id, name }))}
        row={false}
        helperText={false}
      />
      <ReasonInput
        source="answer"
        label="Answer"
        helperText="Optional. Goes out by e-mail once the report is closed; without one, the learner is thanked."
      />
    </ActionButton>
  )
}

export const kindWords: Record<LessonReportKind, string> = {
  wrong: 'Wrong',
  unclear: 'Hard to understand',
  broken: 'Film or lab broken',
  typo: 'Typing mistake',
}

export const stateWords: Record<LessonReportState, string> = { open: 'Open', accepted: 'Accepted', closed: 'Closed' }

const stateTones = { open: 'warn', accepted: 'neutral', closed: 'good' } as const
