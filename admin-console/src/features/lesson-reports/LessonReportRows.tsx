import type { LessonReportRow } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Chip } from '@flagyard/ui/Chip'
import { Link } from 'react-router-dom'
import { PersonLink, ResourceLink } from '../../crud/links.tsx'
import { Column, Rows } from '../../crud/Rows.tsx'
import { formatDay, formatMoment } from '../../lib/format.ts'
import { formatLength } from '../uploads/file-words.ts'
import { DecideReport } from './DecideReport.tsx'
import { kindWords, stateTones, stateWords } from './report-words.ts'

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
    <Column<LessonReportRow>
      source="lesson"
      label="Lesson"
      cellClassName="wraps"
      render={(row) => <Lesson row={row} />}
    />
    <Column<LessonReportRow>
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
    <Column<LessonReportRow> source="kind" onlyWide label="What it is" render={({ kind }) => kindWords[kind]} />
    <Column<LessonReportRow> source="words" label="In their words" cellClassName="wraps" />
    <Column<LessonReportRow>
      source="position_seconds"
      onlyWide
      label="In the film"
      render={({ position_seconds }) => (position_seconds === null ? '—' : formatLength(position_seconds))}
    />
    <Column<LessonReportRow>
      source="revision"
      label="Revision"
      render={({ revision }) => (revision === null ? 'The first' : `No. ${revision}`)}
    />
    <Column<LessonReportRow>
      source="username"
      label="Learner"
      cellClassName="long"
      render={({ username }) => (username ? <PersonLink username={username} /> : '—')}
    />
    <Column<LessonReportRow> source="state" label="State" render={(row) => <State row={row} />} />
    <Column<LessonReportRow> source="answer" label="Answer" cellClassName="wraps" />
    <Column<LessonReportRow> source="created_at" label="Reported" render={(row) => formatDay(row.created_at)} />
    <Column<LessonReportRow>
      source="decided_at"
      label="Decided"
      render={({ decided_at }) => (decided_at ? formatMoment(decided_at) : '—')}
    />
    <Column<LessonReportRow> source="id" label="Decision" isAction render={(row) => <DecideReport report={row} />} />
  </Rows>
)

/** Link to the lesson's editor. */
const Lesson = ({ row: { course, lesson_id, lesson } }: { row: LessonReportRow }) => (
  <Link to={`${consolePaths.course(course)}/outline/${lesson_id}`}>{lesson}</Link>
)

const State = ({ row: { state } }: { row: LessonReportRow }) => (
  <Chip tone={stateTones[state]}>{stateWords[state]}</Chip>
)
