import type { UserRow } from '@flagyard/api-types'
import { DataTable } from 'react-admin'
import { capitalised, formatAgo, formatDay } from '../../lib/format.ts'
import { useCall } from '../../lib/useCall.ts'
import { FilterChoices } from '../../lists/FilterChoices.tsx'
import { FilterSelect, FilterText } from '../../lists/FilterField.tsx'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { ListTable } from '../../lists/ListTable.tsx'
import { MailAddress } from '../../lists/MailAddress.tsx'
import { RecordLink } from '../../lists/RecordLink.tsx'
import { SavedFilters } from '../../lists/SavedFilters.tsx'
import { Search } from '../../lists/Search.tsx'
import { StateChip } from './StateChip.tsx'

export default function UserList() {
  return (
    <ListScreen<UserRow>
      title="Users"
      of={['account', 'accounts']}
      sort={{ field: 'created_at', order: 'DESC' }}
      bulk={['users.disable', 'users.enable', 'users.resend_activation', 'users.send_password_reset']}
      filters={<Filters />}
      table={<Table />}
      card={{
        head: (user) => user.full_name,
        mark: (user) => <StateChip state={user.state} />,
        more: (user) => `${user.username} · ${user.email} · seen ${formatAgo(user.last_seen_at)}`,
      }}
      empty="Accounts appear here as people sign up."
    />
  )
}

const capabilities = ['owner', 'support', 'content', 'finance', 'cloud']

function Filters() {
  return (
    <>
      <Search label="Name or e-mail" />
      <FilterChoices
        label="State"
        choices={[
          { label: 'Active', value: { state: 'active' } },
          { label: 'Not activated', value: { state: 'inactive' } },
          { label: 'Disabled', value: { state: 'disabled' } },
          { label: 'Being deleted', value: { state: 'deleting' } },
        ]}
      />
      <FilterChoices label="Role" choices={[{ label: 'Administrators', value: { role: 'admin' } }]} />
      <FilterChoices
        label="Capability"
        choices={capabilities.map((capability) => ({ label: capitalised(capability), value: { capability } }))}
      />
      <FilterChoices
        label="Last seen"
        choices={[
          { label: 'Within 7 days', value: { seen_within_days: 7 } },
          { label: 'Within 30 days', value: { seen_within_days: 30 } },
          { label: 'Not for 90 days', value: { unseen_for_days: 90 } },
        ]}
      />
      <CourseFilter />
      <FilterText label="Came from" source="referrer" />
      <SavedFilters />
    </>
  )
}

/** The courses that there are; without them the list is as good without this filter. */
function CourseFilter() {
  const { data = [] } = useCall('listCourseChoices')
  return (
    <FilterSelect
      label="Course"
      source="course"
      options={data.map(({ slug, title }) => ({ value: slug, label: title }))}
    />
  )
}

function Table() {
  return (
    <ListTable rowClick="edit" hiddenColumns={['country', 'company', 'referrer', 'courses', 'roles']}>
      <DataTable.Col
        source="username"
        cellClassName="long"
        label="Username"
        render={(user: UserRow) => <RecordLink>{user.username}</RecordLink>}
      />
      <DataTable.Col source="full_name" cellClassName="long" label="Name" />
      <DataTable.Col
        source="email"
        cellClassName="long mail"
        label="E-mail"
        render={(user: UserRow) => <MailAddress>{user.email}</MailAddress>}
      />
      <DataTable.Col
        source="state"
        label="State"
        disableSort
        render={(user: UserRow) => <StateChip state={user.state} />}
      />
      <DataTable.Col
        source="roles"
        label="Role"
        disableSort
        render={(user: UserRow) => (user.roles.includes('admin') ? 'Administrator' : 'Learner')}
      />
      <DataTable.NumberCol source="courses" label="Courses" disableSort />
      <DataTable.Col source="country" label="Country" disableSort />
      <DataTable.Col source="company" label="Company" disableSort />
      <DataTable.Col source="referrer" label="Came from" disableSort />
      <DataTable.Col source="created_at" label="Joined" render={(user: UserRow) => formatDay(user.created_at)} />
      <DataTable.Col source="last_seen_at" label="Seen" render={(user: UserRow) => formatAgo(user.last_seen_at)} />
    </ListTable>
  )
}
