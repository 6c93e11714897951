import type { UserRecord, UserSession } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { useRecordContext } from 'react-admin'
import { ActionButton, CallButton } from '../../crud/actions.tsx'
import { RelatedList } from '../../crud/RelatedList.tsx'
import { Column, Rows } from '../../crud/Rows.tsx'
import { capitalised, formatAgo, formatMoment } from '../../lib/format.ts'

const Col = Column<UserSession>

const tones = { open: 'good', ended: 'neutral', expired: 'neutral' } as const

export default function UserSessions() {
  const user = useRecordContext<UserRecord>()
  if (!user) return null
  const mayEnd = user.allowed.includes('end_sessions')
  return (
    <RelatedList
      reference="sessions"
      resourceLabel={['session', 'sessions']}
      actions={mayEnd && user.open_sessions > 0 && <EndAll username={user.username} />}
    >
      <Rows<UserSession>
        primaryText={deviceOf}
        tertiaryText={(session) => <State session={session} />}
        secondaryText={(session) => (
          <>
            {[
              session.address,
              `signed in ${formatMoment(session.created_at)}`,
              `used ${formatAgo(session.last_used_at)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
            <div>
              <EndOne username={user.username} session={session} />
            </div>
          </>
        )}
        empty="Every sign-in appears here with its device and address."
      >
        <Col source="device" label="Device" cellClassName="long" render={deviceOf} />
        <Col source="state" label="State" render={(session) => <State session={session} />} />
        <Col source="address" label="Address" render={(session) => session.address ?? '—'} />
        <Col source="created_at" label="Signed in" render={(session) => formatMoment(session.created_at)} />
        <Col source="last_used_at" label="Last used" render={(session) => formatAgo(session.last_used_at)} />
        <Col source="ended_at" label="Ended" cellClassName="wraps" render={endOf} />
        {mayEnd && (
          <Col
            source="id"
            label="End"
            isAction
            render={(session) => <EndOne username={user.username} session={session} />}
          />
        )}
      </Rows>
    </RelatedList>
  )
}

const deviceOf = ({ impersonated_by, device }: UserSession) =>
  impersonated_by ? `${impersonated_by} looks on` : device

const endOf = ({ ended_at, end_reason }: UserSession) =>
  ended_at ? `${formatMoment(ended_at)}${end_reason ? ` · ${end_reason}` : ''}` : '—'

const State = ({ session: { state } }: { session: UserSession }) => (
  <Chip tone={tones[state]}>{capitalised(state)}</Chip>
)

function EndOne({ username, session: { id, device, allowed } }: { username: string; session: UserSession }) {
  if (!allowed.includes('end')) return null
  return (
    <CallButton
      operation="endUserSession"
      size="small"
      aria-label={`End the session on ${device}`}
      call={(provider) => provider.call('endUserSession', { username, id })}
      successMessage="Signed out there at once"
    >
      End
    </CallButton>
  )
}

function EndAll({ username }: { username: string }) {
  return (
    <ActionButton
      operation="endUserSessions"
      label="End all…"
      size="small"
      title={`Sign ${username} out everywhere`}
      call={(provider) => provider.call('endUserSessions', { username })}
      successMessage={`${username} is signed out everywhere`}
      submitLabel="End all sessions"
      cancelLabel="Leave them"
      color="error"
    >
      <p>
        Every device is signed out at its next click. The password stays the same, and signing in again works right
        away.
      </p>
    </ActionButton>
  )
}
