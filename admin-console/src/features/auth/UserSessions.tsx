import type { UserSession } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { useRecordContext } from 'react-admin'
import { ActionButton } from '../../crud/ActionButton.tsx'
import { CallButton } from '../../crud/CallButton.tsx'
import { Column } from '../../crud/Column.tsx'
import { RelatedList } from '../../crud/RelatedList.tsx'
import { Rows } from '../../crud/Rows.tsx'
import { capitalised, formatAgo, formatMoment } from '../../lib/format.ts'
import { useCapabilities } from '../../lib/useCapabilities.ts'

const tones = { open: 'good', ended: 'neutral', expired: 'neutral' } as const

export default function UserSessions() {
  const username = String(useRecordContext()?.id)
  return (
    <RelatedList reference="sessions" resourceLabel={['session', 'sessions']} actions={<EndAll username={username} />}>
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
            <EndOne username={username} session={session} none={null} />
          </>
        )}
        empty="Every sign-in appears here with its device and address."
      >
        <Column<UserSession> source="device" label="Device" cellClassName="long" render={deviceOf} />
        <Column<UserSession> source="state" label="State" render={(session) => <State session={session} />} />
        <Column<UserSession> source="address" label="Address" render={(session) => session.address ?? '—'} />
        <Column<UserSession>
          source="created_at"
          label="Signed in"
          render={(session) => formatMoment(session.created_at)}
        />
        <Column<UserSession>
          source="last_used_at"
          label="Last used"
          render={(session) => formatAgo(session.last_used_at)}
        />
        <Column<UserSession> source="ended_at" label="Ended" cellClassName="wraps" render={endOf} />
        <Column<UserSession>
          source="id"
          label="End"
          render={(session) => <EndOne username={username} session={session} none="—" />}
        />
      </Rows>
    </RelatedList>
  )
}

const deviceOf = ({ seen_by, device }: UserSession) => (seen_by ? `${seen_by} looks on` : device)

const endOf = ({ ended_at, end_reason }: UserSession) =>
  ended_at ? `${formatMoment(ended_at)}${end_reason ? ` · ${end_reason}` : ''}` : '—'

const State = ({ session: { state } }: { session: UserSession }) => (
  <Chip tone={tones[state]}>{capitalised(state)}</Chip>
)

function EndOne({
  username,
  session: { id, state, device },
  none,
}: {
  username: string
  session: UserSession
  /** What stands where there is nothing to end. */
  none: string | null
}) {
  if (!useCapabilities().has('support') || state !== 'open') return none
  return (
    <CallButton
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
  if (!useCapabilities().has('support')) return null
  return (
    <ActionButton
      label="End all…"
      size="small"
      title={`Sign ${username} out everywhere`}
      call={(provider) => provider.call('endUserSessions', { username })}
      successMessage={`${username} is signed out everywhere`}
      submitLabel="End all sessions"
      cancelLabel="Leave them"
      color="error"
    >
      <p>Every device is signed out at its next click. The password stays; signing in again is possible at once.</p>
    </ActionButton>
  )
}
