import { CrudList } from '../../crud/CrudList.tsx'
import { choices, type Filters, search, select, text } from '../../crud/filters.tsx'
import { useCall } from '../../crud/useCall.ts'
import { UserRows } from './UserRows.tsx'

export default function UserList() {
  // Without the courses that there are, the list is as good without this filter.
  const { data: courses = [] } = useCall('listCourseChoices')
  const filters: Filters<'listUsers'> = {
    q: search('Name or e-mail'),
    state: choices('State', [
      ['active', 'Active'],
      ['inactive', 'Not activated'],
      ['disabled', 'Disabled'],
      ['deleting', 'Being deleted'],
    ]),
    role: choices('Role', [['admin', 'Administrators']]),
    capability: choices('Capability', [
      ['owner', 'Owner'],
      ['support', 'Support'],
      ['content', 'Content'],
      ['finance', 'Finance'],
      ['cloud', 'Cloud'],
    ]),
    seen_within_days: choices('Seen', [
      [7, 'Within 7 days'],
      [30, 'Within 30 days'],
    ]),
    unseen_for_days: choices('Not seen', [[90, 'For 90 days']]),
    course: select(
      'Course',
      courses.map(({ slug, title }) => ({ value: slug, label: title })),
    ),
    referrer: text('Came from'),
  }
  return (
    <CrudList<'listUsers'> filters={filters}>
      <UserRows />
    </CrudList>
  )
}
