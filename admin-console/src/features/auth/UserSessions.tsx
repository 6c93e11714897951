import type { UserSession } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Chip } from '@flagyard/ui/Chip'
import { Dialog } from '@flagyard/ui/Dialog'
import { useState } from 'react'
import { capitalised, formatAgo, formatMoment } from '../../lib/format.ts'
import { useAction } from '../../lib/useAction.ts'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import { PagedRows } from '../../lists/PagedRows.tsx'

const tones = { open: 'good', ended: 'neutral', expired: 'neutral' } as const

export default function UserSessions({ username }: { username: string }) {
  return (
    <PagedRows
      call="listUserSessions"
      input={{ username }}
      of={['session', 'sessions']}
      empty="Every sign-in appears here with its device and address."
      columns={[
        { label: 'Device', show: (session) => (session.seen_by ? `${session.seen_by} looks on` : session.device) },
        { label: 'State', show: (session) => <Chip tone={tones[session.state]}>{capitalised(session.state)}</Chip> },
        { label: 'Address', show: (session) => session.address ?? '—' },
        { label: 'Signed in', show: (session) => formatMoment(session.created_at) },
        { label: 'Last used', show: (session) => formatAgo(session.last_used_at) },
        { label: 'Ended', show: endOf, wraps: true },
        { label: 'End', show: (session) => <EndOne username={username} session={session} /> },
      ]}
    >
      <EndAll username={username} />
    </PagedRows>
  )
}

const endOf = ({ ended_at, end_reason }: UserSession) =>
  ended_at ? `${formatMoment(ended_at)}${end_reason ? ` · ${end_reason}` : ''}` : '—'

function EndOne({ username, session: { id, state, device } }: { username: string; session: UserSession }) {
  const [end, busy] = useAction('Signed out there at once', (provider) =>
    provider.call('endUserSession', { username, id }),
  )
  if (!useCapabilities().has('support') || state !== 'open') return '—'
  return (
    <Button size="small" busy={busy} aria-label={`End the session on ${device}`} onClick={() => void end()}>
      End
    </Button>
  )
}

function EndAll({ username }: { username: string }) {
  const [open, setOpen] = useState(false)
  const [end, busy] = useAction(`${username} is signed out everywhere`, (provider) =>
    provider.call('endUserSessions', { username }),
  )
  if (!useCapabilities().has('support')) return null
  return (
    <>
      <Button size="small" variant="danger" onClick={() => setOpen(true)}>
        End all…
      </Button>
      <Dialog
        open={open}
        title={`Sign ${username} out everywhere`}
        onClose={() => setOpen(false)}
        closeOnOutsideClick={false}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Leave them</Button>
            <Button variant="danger" busy={busy} onClick={async () => (await end()) && setOpen(false)}>
              End all sessions
            </Button>
          </>
        }
      >
        <p>Every device is signed out at its next click. The password stays; signing in again is possible at once.</p>
      </Dialog>
    </>
  )
}
