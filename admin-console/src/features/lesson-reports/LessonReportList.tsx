import type { LessonReportKind, LessonReportRow, LessonReportState } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { RadioButtonGroupInput } from 'react-admin'
import { Link } from 'react-router-dom'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import { PersonLink, ResourceLink } from '../../crud/links.tsx'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { byLink, choices, type Filters, search, text } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { stateChip } from '../../crud/record/RecordCards.tsx'
import { formatDay, formatMoment } from '../../lib/format.ts'
import { formatLength } from '../uploads/file-words.ts'

const kindWords: Record<LessonReportKind, string> = {
  wrong: 'Wrong',
  unclear: 'Hard to understand',
  broken: 'Film or lab broken',
  typo: 'Typo',
}

const stateWords: Record<LessonReportState, string> = { open: 'Open', accepted: 'Accepted', closed: 'Closed' }

const filters: Filters<'listLessonReports'> = {
  q: search('Report text'),
  state: choices('State', stateWords),
  kind: choices('What it is', kindWords),
  course: text('Course slug'),
  lesson_id: byLink('Lesson'),
}

/** Errors in lessons reported by learners. */
export default function LessonReportList() {
  return (
    <CrudList<'listLessonReports'> filters={filters}>
      <LessonReportRows empty="No reports. Learners can report errors at the end of each lesson." />
    </CrudList>
  )
}

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
    tertiaryText={State}
    secondaryText={(row) => (
      <>
        {kindWords[row.kind]} · {row.words}
        <div className="row-actions">
          <RecordButtons record={row} actions={[decideAction]} size="small" />
        </div>
      </>
    )}
    empty={empty}
  >
    <Col source="lesson" label="Lesson" wraps render={(row) => <Lesson row={row} />} />
    <Col
      source="course_title"
      onlyWide
      label="Course"
      wraps
      render={({ course, course_title }) => (
        <ResourceLink resource="courses" id={course}>
          {course_title}
        </ResourceLink>
      )}
    />
    <Col source="kind" onlyWide label="Kind" render={({ kind }) => kindWords[kind]} />
    <Col source="words" label="Report" wraps />
    <Col
      source="position_seconds"
      onlyWide
      label="Video position"
      render={({ position_seconds }) => (position_seconds === null ? '—' : formatLength(position_seconds))}
    />
    <Col
      source="revision"
      label="Revision"
      render={({ revision }) => (revision === null ? 'Initial' : `No. ${revision}`)}
    />
    <Col
      source="username"
      label="Learner"
      long
      render={({ username }) => (username ? <PersonLink username={username} /> : '—')}
    />
    <Col source="state" label="State" render={State} />
    <Col source="answer" label="Answer" wraps />
    <Col source="created_at" label="Reported" render={(row) => formatDay(row.created_at)} />
    <Col
      source="decided_at"
      label="Decided"
      render={({ decided_at }) => (decided_at ? formatMoment(decided_at) : '—')}
    />
    <Col
      source="id"
      label="Decision"
      isAction
      render={(row) => <RecordButtons record={row} actions={[decideAction]} size="small" />}
    />
  </Rows>
)

/** Link to the lesson's editor. */
const Lesson = ({ row: { course, lesson_id, lesson } }: { row: LessonReportRow }) => (
  <Link to={`${consolePaths.course(course)}/outline/${lesson_id}`}>{lesson}</Link>
)

const decisions = [
  { id: 'accepted', name: 'Accept: the lesson will be fixed', action: 'accept' },
  { id: 'closed', name: 'Close and reply to the learner', action: 'close' },
] as const

/** Accepts a report, or closes it with a reply to the learner. */
const decideAction = actionsOn<LessonReportRow>()({
  name: ['accept', 'close'],
  operation: 'decideLessonReport',
  label: 'Decide…',
  title: ({ lesson }) => `Reported error in “${lesson}”`,
  body: ({ allowed, kind, words, position_seconds, revision, created_at }) => (
    <>
      <p>“{words}”</p>
      <p>
        {kindWords[kind]} · {formatMoment(created_at)}
        {position_seconds !== null && ` · at ${formatLength(position_seconds)} in the video`}
        {revision !== null && ` · revision ${revision}`}
      </p>
      <RadioButtonGroupInput
        source="state"
        label="Decision"
        choices={decisions.filter(({ action }) => allowed.includes(action)).map(({ id, name }) => ({ id, name }))}
        row={false}
        helperText={false}
      />
    </>
  ),
  defaults: { state: 'closed' as 'accepted' | 'closed', answer: '' },
  input: ({ id, version }, { state, answer }) => ({
    id,
    lessonReportDecision: { version, state, ...(state === 'closed' && answer.trim() && { answer: answer.trim() }) },
  }),
  after: () => (
    <ReasonInput
      source="answer"
      label="Answer"
      helperText="Optional. Sent by e-mail when the report is closed. If empty, the learner gets a thank-you message."
    />
  ),
  submit: 'Save decision',
  success: 'Decision saved',
})

const State = stateChip({ open: 'warn', accepted: 'neutral', closed: 'good' }, stateWords)
