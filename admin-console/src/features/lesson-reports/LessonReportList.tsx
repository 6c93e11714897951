import { CrudList } from '../../crud/CrudList.tsx'
import { byLink, choices, type Filters, search, text } from '../../crud/filters.tsx'
import { optionsOf } from '../../lib/format.ts'
import { kindWords, LessonReportRows, stateWords } from './LessonReportRows.tsx'

const filters: Filters<'listLessonReports'> = {
  q: search('Search the words'),
  state: choices('State', optionsOf(stateWords)),
  kind: choices('What it is', optionsOf(kindWords)),
  course: text('Course, by its slug'),
  lesson_id: byLink('Lesson'),
}

/** Errors in lessons reported by learners. */
export default function LessonReportList() {
  return (
    <CrudList<'listLessonReports'> filters={filters}>
      <LessonReportRows empty="Learners find “Report an error” at the end of each lesson. What they report appears here." />
    </CrudList>
  )
}
