import type { UserRow } from '@flagyard/api-types'
import { MailAddress } from '../../crud/links.tsx'
import { Column, Rows } from '../../crud/Rows.tsx'
import { RecordLink } from '../../crud/row-focus.tsx'
import { formatAgo, formatDay } from '../../lib/format.ts'
import { StateChip } from './StateChip.tsx'

export const UserRows = () => (
  <Rows<UserRow>
    hiddenColumns={['country', 'company', 'referrer', 'courses', 'roles']}
    primaryText={(user) => <bdi>{user.full_name}</bdi>}
    tertiaryText={(user) => <StateChip state={user.state} />}
    secondaryText={(user) => `${user.username} · ${user.email} · seen ${formatAgo(user.last_seen_at)}`}
    empty="Accounts appear here as people sign up."
  >
    <Column<UserRow>
      source="username"
      label="Username"
      cellClassName="long"
      render={(user) => <RecordLink>{user.username}</RecordLink>}
    />
    <Column<UserRow> source="full_name" label="Name" cellClassName="long" />
    <Column<UserRow>
      source="email"
      label="E-mail"
      cellClassName="long mail"
      render={(user) => <MailAddress>{user.email}</MailAddress>}
    />
    <Column<UserRow> source="state" label="State" render={(user) => <StateChip state={user.state} />} />
    <Column<UserRow>
      source="roles"
      label="Role"
      render={(user) => (user.roles.includes('admin') ? 'Administrator' : 'Learner')}
    />
    <Column<UserRow> source="courses" label="Courses" align="right" />
    <Column<UserRow> source="country" label="Country" />
    <Column<UserRow> source="company" label="Company" />
    <Column<UserRow> source="referrer" label="Came from" />
    <Column<UserRow> source="created_at" label="Joined" render={(user) => formatDay(user.created_at)} />
    <Column<UserRow> source="last_seen_at" label="Seen" render={(user) => formatAgo(user.last_seen_at)} />
  </Rows>
)
