import type { CourseUser } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Chip } from '@flagyard/ui/Chip'
import { Link } from 'react-router-dom'
import { CallButton } from '../../crud/actions.tsx'
import { MailAddress } from '../../crud/links.tsx'
import { Column, Rows } from '../../crud/Rows.tsx'
import { capitalised, formatAgo, formatDay } from '../../lib/format.ts'
import { AccessMenu } from '../entitlements/actions.tsx'

const Col = Column<CourseUser>

const tones = { open: 'good', not_yet: 'info', ended: 'neutral', suspended: 'warn', revoked: 'bad' } as const
const stateNames: Record<CourseUser['state'], string> = {
  open: 'Open',
  not_yet: 'Not begun',
  ended: 'Ended',
  suspended: 'Suspended',
  revoked: 'Removed',
}
export const sourceNames: Record<CourseUser['source'], string> = {
  purchase: 'Bought it',
  voucher: 'By voucher',
  bundle: 'In a bundle',
  beta: 'Beta tester',
  administrator: 'By an administrator',
}

/** Learners of a course: source of their access, progress, and actions to remove or restore them. */
export const CourseUserRows = ({ course, empty }: { course: string; empty: string }) => (
  <Rows<CourseUser>
    hiddenColumns={['email', 'ends_at']}
    primaryText={(user) => <bdi>{user.full_name}</bdi>}
    tertiaryText={(user) => <State user={user} />}
    secondaryText={(user) => (
      <>
        {[sourceNames[user.source], progressOf(user), `seen ${formatAgo(user.last_seen_at)}`].join(' · ')}
        <div className="row-actions">
          <Removal course={course} user={user} none={null} /> <Access course={course} user={user} />
        </div>
      </>
    )}
    empty={empty}
  >
    <Col
      source="username"
      label="Username"
      cellClassName="long"
      render={(user) => <Link to={consolePaths.user(user.username)}>{user.username}</Link>}
    />
    <Col source="full_name" label="Name" cellClassName="long" />
    <Col
      source="email"
      label="E-mail"
      cellClassName="long mail"
      render={(user) => <MailAddress>{user.email}</MailAddress>}
    />
    <Col source="source" label="Came in" render={(user) => sourceNames[user.source]} />
    <Col source="since" label="Since" render={(user) => formatDay(user.since)} />
    <Col source="ends_at" label="Until" render={(user) => (user.ends_at ? formatDay(user.ends_at) : 'no end')} />
    <Col source="state" label="State" render={(user) => <State user={user} />} />
    <Col source="completed" label="Required lessons" render={progressOf} />
    <Col source="last_seen_at" label="Seen" render={(user) => formatAgo(user.last_seen_at)} />
    <Col
      source="id"
      label="Access"
      isAction
      render={(user) => (
        <>
          <Removal course={course} user={user} none={null} />
          <Access course={course} user={user} />
        </>
      )}
    />
  </Rows>
)

const State = ({ user: { state, reason } }: { user: CourseUser }) => (
  <span title={reason ?? undefined}>
    <Chip tone={tones[state]}>{stateNames[state]}</Chip>
  </span>
)

const progressOf = ({ completed, required, completed_at }: CourseUser) =>
  completed_at ? `completed ${formatDay(completed_at)}` : `${completed} of ${required}`

/** Actions on the entitlement behind the access, next to the removal. */
const Access = ({ course, user }: { course: string; user: CourseUser }) => (
  <AccessMenu
    row={{ ...user, id: user.entitlement_id, title: course, allowed: entitlementActions(user) }}
    none={null}
  />
)

const entitlementActions = ({ allowed }: CourseUser) => allowed.filter((one) => one !== 'remove' && one !== 'restore')

function Removal({ course, user, none }: { course: string; user: CourseUser; none: string | null }) {
  const names = { slug: course, id: user.username }
  if (user.allowed.includes('restore'))
    return (
      <CallButton
        operation="restoreCourseUser"
        size="small"
        call={(provider) => provider.call('restoreCourseUser', names)}
        successMessage={`${capitalised(user.username)} has the course again`}
        aria-label={`Undo the removal of ${user.username}`}
      >
        Undo
      </CallButton>
    )
  if (!user.allowed.includes('remove')) return none
  return (
    <CallButton
      operation="removeCourseUser"
      size="small"
      color="error"
      call={(provider) => provider.call('removeCourseUser', names)}
      successMessage={`${capitalised(user.username)} is removed. For ten minutes it can be undone here.`}
      aria-label={`Remove ${user.username}`}
    >
      Remove
    </CallButton>
  )
}
