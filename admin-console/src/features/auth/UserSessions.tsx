import type { UserRecord, UserSession } from '@flagyard/api-types'
import { useRecordContext } from 'react-admin'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { RelatedList } from '../../crud/list/RelatedList.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { stateChip } from '../../crud/record/RecordCards.tsx'
import { formatAgo, formatMoment } from '../../lib/format.ts'

const Col = Column<UserSession>

const State = stateChip({ open: 'good', ended: 'neutral', expired: 'neutral' })

export default function UserSessions() {
  const user = useRecordContext<UserRecord>()
  if (!user) return null
  const end = (session: UserSession) => (
    <RecordButtons record={{ ...session, username: user.username }} actions={[endAction]} size="small" />
  )
  const mayEnd = user.allowed.includes('end_sessions')
  return (
    <RelatedList
      reference="sessions"
      resourceLabel={['session', 'sessions']}
      actions={
        mayEnd && user.open_sessions > 0 && <RecordButtons record={user} actions={[endAllAction]} size="small" />
      }
    >
      <Rows<UserSession>
        primaryText={deviceOf}
        tertiaryText={State}
        secondaryText={(session) => (
          <>
            {[
              session.address,
              `signed in ${formatMoment(session.created_at)}`,
              `used ${formatAgo(session.last_used_at)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
            <div>{end(session)}</div>
          </>
        )}
        empty="No sign-ins yet."
      >
        <Col source="device" label="Device" long render={deviceOf} />
        <Col source="state" label="State" render={State} />
        <Col source="address" label="IP address" render={(session) => session.address ?? '—'} />
        <Col source="created_at" label="Signed in" render={(session) => formatMoment(session.created_at)} />
        <Col source="last_used_at" label="Last used" render={(session) => formatAgo(session.last_used_at)} />
        <Col source="ended_at" label="Ended" wraps render={endOf} />
        {mayEnd && <Col source="id" label="End" isAction render={end} />}
      </Rows>
    </RelatedList>
  )
}

const deviceOf = ({ impersonated_by, device }: UserSession) =>
  impersonated_by ? `Viewed by ${impersonated_by}` : device

const endOf = ({ ended_at, end_reason }: UserSession) =>
  ended_at ? `${formatMoment(ended_at)}${end_reason ? ` · ${end_reason}` : ''}` : '—'

const endAction = actionsOn<UserSession & { username: string }>()({
  name: 'end',
  operation: 'endUserSession',
  label: 'End',
  ariaLabel: ({ device }) => `End the session on ${device}`,
  input: ({ username, id }) => ({ username, id }),
  success: 'Session ended',
})

const endAllAction = actionsOn<UserRecord>()({
  name: 'end_sessions',
  operation: 'endUserSessions',
  label: 'End all…',
  title: ({ username }) => `End all sessions of ${username}`,
  body: 'All devices are signed out on their next request. The password does not change, so the user can sign in again.',
  input: ({ username }) => ({ username }),
  submit: 'End all sessions',
  color: 'error',
  success: ({ username }) => `All sessions of ${username} ended`,
})
