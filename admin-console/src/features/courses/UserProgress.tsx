import { formatAgo, formatMoment } from '../../lib/format.ts'
import { PagedRows } from '../../lists/PagedRows.tsx'

export default function UserProgress({ username }: { username: string }) {
  return (
    <PagedRows
      call="listUserProgress"
      input={{ username }}
      of={['course', 'courses']}
      empty="A course appears here once its first lesson is opened."
      columns={[
        { label: 'Course', show: (course) => course.title, wraps: true },
        { label: 'Required lessons', show: (course) => `${course.completed} of ${course.required}` },
        { label: 'Stopped at', show: (course) => course.last_lesson ?? '—', wraps: true },
        { label: 'Last seen', show: (course) => formatAgo(course.last_seen_at) },
        { label: 'Completed', show: ({ completed_at }) => (completed_at ? formatMoment(completed_at) : 'not yet') },
      ]}
    />
  )
}
