import type { UserProgress as Progress } from '@flagyard/api-types'
import { RelatedList } from '../../crud/list/RelatedList.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { formatAgo, formatMoment } from '../../lib/format.ts'

const Col = Column<Progress>

export default function UserProgress() {
  return (
    <RelatedList reference="progress" resourceLabel={['course', 'courses']}>
      <Rows<Progress>
        primaryText={(course) => course.title}
        secondaryText={(course) =>
          [
            `${lessonsOf(course)} required lessons`,
            course.last_lesson && `stopped at ${course.last_lesson}`,
            `seen ${formatAgo(course.last_seen_at)}`,
          ]
            .filter(Boolean)
            .join(' · ')
        }
        empty="No progress yet. A course appears here when its first lesson is opened."
      >
        <Col source="title" label="Course" wraps />
        <Col source="completed" label="Required lessons" render={lessonsOf} />
        <Col source="last_lesson" label="Stopped at" wraps render={(course) => course.last_lesson ?? '—'} />
        <Col source="last_seen_at" label="Last seen" render={(course) => formatAgo(course.last_seen_at)} />
        <Col
          source="completed_at"
          label="Completed"
          render={({ completed_at }) => (completed_at ? formatMoment(completed_at) : 'not yet')}
        />
      </Rows>
    </RelatedList>
  )
}

const lessonsOf = ({ completed, required }: Progress) => `${completed} of ${required}`
