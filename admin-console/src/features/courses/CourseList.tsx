import type { CourseRow } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { CrudList, NewButton } from '../../crud/list/CrudList.tsx'
import { choices, type Filters, search } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { StatusChip, statusNames } from '../../crud/record/RecordCards.tsx'
import { countOf, formatAgo, formatMoney, levelNames } from '../../lib/format.ts'
import { contentColumns } from '../content/content-record.tsx'

const Col = Column<CourseRow>

const filters: Filters<'listCoursesForAdmin'> = {
  q: search('Title or slug'),
  status: choices('Status', statusNames),
  level: choices('Level', levelNames),
}

export default function CourseList() {
  return (
    <CrudList<'listCoursesForAdmin'>
      filters={filters}
      actions={
        <>
          <Button component={Link} to={consolePaths.importExport} size="small">
            Import and export
          </Button>
          <NewButton />
        </>
      }
    >
      <Rows<CourseRow>
        hiddenColumns={['slug']}
        primaryText={(course) => course.title}
        tertiaryText={StatusChip}
        secondaryText={(course) =>
          `${countOf(course.learners, 'learner')} · ${countOf(course.lessons, 'lesson')} · ${formatMoney(course.price)}`
        }
        empty="No courses yet. Create the first one."
      >
        {contentColumns}

        <Col source="level" label="Level" render={(course) => levelNames[course.level]} />
        <Col source="lessons" label="Lessons" align="right" />
        <Col source="learners" label="Learners" align="right" />
        <Col source="completed" label="Completed" align="right" />
        <Col source="price" label="Price" align="right" render={(course) => formatMoney(course.price)} />
        <Col source="updated_at" label="Changed" render={(course) => formatAgo(course.updated_at)} />
      </Rows>
    </CrudList>
  )
}
