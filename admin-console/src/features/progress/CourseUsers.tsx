import type { CourseRecord, CourseUser } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { Chip } from '@flagyard/ui/Chip'
import { Link } from 'react-router-dom'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { MailAddress } from '../../crud/links.tsx'
import { RelatedList } from '../../crud/list/RelatedList.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { capitalised, formatAgo, formatDay } from '../../lib/format.ts'
import { AccessMenu } from '../entitlements/actions.tsx'

export default function CourseUsers({ course }: { course: CourseRecord }) {
  return (
    <RelatedList reference="course_users" target="slug" resourceLabel={['learner', 'learners']}>
      <CourseUserRows course={course.slug} empty="No learners yet." />
    </RelatedList>
  )
}

const Col = Column<CourseUser>

const tones = { open: 'good', not_yet: 'info', ended: 'neutral', suspended: 'warn', revoked: 'bad' } as const
const stateNames: Record<CourseUser['state'], string> = {
  open: 'Open',
  not_yet: 'Not started',
  ended: 'Ended',
  suspended: 'Suspended',
  revoked: 'Removed',
}
const sourceNames: Record<CourseUser['source'], string> = {
  purchase: 'Purchase',
  voucher: 'Voucher',
  bundle: 'Bundle',
  beta: 'Beta test',
  administrator: 'Administrator',
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
          <RecordButtons record={{ ...user, course }} actions={removalActions} size="small" />{' '}
          <Access course={course} user={user} />
        </div>
      </>
    )}
    empty={empty}
  >
    <Col
      source="username"
      label="Username"
      long
      render={(user) => <Link to={consolePaths.user(user.username)}>{user.username}</Link>}
    />
    <Col source="full_name" label="Name" long />
    <Col
      source="email"
      label="E-mail"
      cellClassName="long mail"
      render={(user) => <MailAddress>{user.email}</MailAddress>}
    />
    <Col source="source" label="Source" render={(user) => sourceNames[user.source]} />
    <Col source="since" label="Starts" render={(user) => formatDay(user.since)} />
    <Col source="ends_at" label="Ends" render={(user) => (user.ends_at ? formatDay(user.ends_at) : 'no end')} />
    <Col source="state" label="State" render={(user) => <State user={user} />} />
    <Col source="completed" label="Required lessons" render={progressOf} />
    <Col source="last_seen_at" label="Last seen" render={(user) => formatAgo(user.last_seen_at)} />
    <Col
      source="id"
      label="Access"
      isAction
      render={(user) => (
        <>
          <RecordButtons record={{ ...user, course }} actions={removalActions} size="small" />
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

const removal = actionsOn<CourseUser & { course: string }>()

const removalActions = [
  removal({
    name: 'restore',
    operation: 'restoreCourseUser',
    label: 'Undo',
    ariaLabel: ({ username }) => `Undo the removal of ${username}`,
    input: ({ course, username }) => ({ slug: course, id: username }),
    success: ({ username }) => `${capitalised(username)} has access again`,
  }),
  removal({
    name: 'remove',
    operation: 'removeCourseUser',
    label: 'Remove',
    ariaLabel: ({ username }) => `Remove ${username}`,
    color: 'error',
    input: ({ course, username }) => ({ slug: course, id: username }),
    success: ({ username }) => `${capitalised(username)} removed. You can undo this for ten minutes.`,
  }),
]
