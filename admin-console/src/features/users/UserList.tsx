import type { UserIssue, UserRow } from '@flagyard/api-types'
import { useCall } from '../../crud/calls.tsx'
import { MailAddress } from '../../crud/links.tsx'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { choices, day, type Filters, search, select, text } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { formatAgo, formatDay } from '../../lib/format.ts'
import { StateChip, userIssues, userStates } from './user-words.tsx'

const Col = Column<UserRow>

export default function UserList() {
  // If courses fail to load, only this filter is affected.
  const { data: courses = [] } = useCall('listCourseChoices')
  const filters: Filters<'listUsers'> = {
    q: search('Name or e-mail'),
    state: choices('State', userStates),
    role: choices('Role', { admin: 'Administrators' }),
    capability: choices('Capability', {
      owner: 'Owner',
      support: 'Support',
      content: 'Content',
      finance: 'Finance',
      cloud: 'Cloud',
    }),
    issue: choices(
      'Needs attention',
      (Object.keys(userIssues) as UserIssue[]).map((issue) => [issue, userIssues[issue].label] as const),
    ),
    lab: choices('Lab', { running: 'Running', provisioning: 'Building', queued: 'Waiting for an account' }),
    joined_within_days: choices('Joined', [[30, 'Within 30 days']]),
    paid_within_days: choices('Paid an order', [[30, 'Within 30 days']]),
    did: choices('Did', {
      joined: 'Signed up',
      learned: 'Was active in a lesson or lab',
      completed: 'Completed a course',
      paid: 'Paid an order',
      decided: 'Got an exam result',
    }),
    did_from: day('Active from', 'start'),
    did_until: day('Active until', 'end'),
    mail_failed_within_days: choices('Failed e-mail', [[1, 'Within a day']]),
    seen_within_days: choices('Seen', [
      [7, 'Within 7 days'],
      [30, 'Within 30 days'],
    ]),
    unseen_for_days: choices('Not seen', [[90, 'For 90 days']]),
    course: select(
      'Course',
      courses.map(({ slug, title }) => ({ value: slug, label: title })),
    ),
    referrer: text('Referrer'),
  }
  return (
    <CrudList<'listUsers'> filters={filters}>
      <UserRows />
    </CrudList>
  )
}

const UserRows = () => (
  <Rows<UserRow>
    hiddenColumns={['country', 'company', 'referrer', 'courses', 'roles']}
    primaryText={(user) => <bdi>{user.full_name}</bdi>}
    tertiaryText={StateChip}
    secondaryText={(user) => `${user.username} · ${user.email} · seen ${formatAgo(user.last_seen_at)}`}
    empty="No accounts yet. Accounts appear here when people sign up."
  >
    <Col source="username" label="Username" long link />
    <Col source="full_name" label="Name" long />
    <Col
      source="email"
      label="E-mail"
      cellClassName="long mail"
      render={(user) => <MailAddress>{user.email}</MailAddress>}
    />
    <Col source="state" label="State" render={StateChip} />
    <Col source="roles" label="Role" render={(user) => (user.roles.includes('admin') ? 'Administrator' : 'Learner')} />
    <Col source="courses" label="Courses" align="right" />
    <Col source="country" label="Country" />
    <Col source="company" label="Company" />
    <Col source="referrer" label="Referrer" />
    <Col source="created_at" label="Joined" render={(user) => formatDay(user.created_at)} />
    <Col source="last_seen_at" label="Last seen" render={(user) => formatAgo(user.last_seen_at)} />
  </Rows>
)
