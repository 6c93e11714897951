import type { CourseRow } from '@flagyard/api-types'
import { DataTable } from 'react-admin'
import { countOf, formatAgo, formatMoney, levelNames } from '../../lib/format.ts'
import { FilterChoices } from '../../lists/FilterChoices.tsx'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { ListTable } from '../../lists/ListTable.tsx'
import { RecordLink } from '../../lists/RecordLink.tsx'
import { Search } from '../../lists/Search.tsx'
import { StatusChip, statusChoices } from '../../lists/StatusChip.tsx'

export default function CourseList() {
  return (
    <ListScreen<CourseRow>
      title="Courses"
      of={['course', 'courses']}
      sort={{ field: 'title', order: 'ASC' }}
      filters={
        <>
          <Search label="Title or slug" />
          <FilterChoices label="Status" choices={statusChoices(['published', 'beta', 'draft', 'archived'])} />
          <FilterChoices
            label="Level"
            choices={Object.entries(levelNames).map(([level, label]) => ({ label, value: { level } }))}
          />
        </>
      }
      table={<Table />}
      card={{
        head: (course) => course.title,
        mark: (course) => <StatusChip status={course.status} />,
        more: (course) =>
          `${countOf(course.learners, 'learner')} · ${countOf(course.lessons, 'lesson')} · ${formatMoney(course.price)}`,
      }}
      empty="Courses appear here once they are written."
    />
  )
}

function Table() {
  return (
    <ListTable rowClick="edit">
      <DataTable.Col
        source="title"
        cellClassName="wraps"
        label="Title"
        render={(course: CourseRow) => <RecordLink>{course.title}</RecordLink>}
      />
      <DataTable.Col
        source="status"
        label="Status"
        render={(course: CourseRow) => <StatusChip status={course.status} />}
      />
      <DataTable.Col
        source="level"
        label="Level"
        disableSort
        render={(course: CourseRow) => levelNames[course.level]}
      />
      <DataTable.NumberCol source="lessons" label="Lessons" disableSort />
      <DataTable.NumberCol source="learners" label="Learners" disableSort />
      <DataTable.NumberCol source="completed" label="Completed" disableSort />
      <DataTable.Col
        align="right"
        source="price"
        label="Price"
        disableSort
        render={(course: CourseRow) => formatMoney(course.price)}
      />
      <DataTable.Col source="updated_at" label="Changed" render={(course: CourseRow) => formatAgo(course.updated_at)} />
    </ListTable>
  )
}
