import type { UserMail } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Chip } from '@flagyard/ui/Chip'
import { capitalised, formatMoment } from '../../lib/format.ts'
import { useAction } from '../../lib/useAction.ts'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import { PagedRows } from '../../lists/PagedRows.tsx'

const tones = { waiting: 'info', sending: 'info', sent: 'good', failed: 'bad', bounced: 'bad' } as const

export default function UserMails({ username }: { username: string }) {
  return (
    <PagedRows
      call="listUserMails"
      input={{ username }}
      of={['mail', 'mails']}
      empty="Mails appear here the moment they are written. What stands in them is for their reader alone."
      columns={[
        { label: 'Subject', show: (mail) => mail.subject, wraps: true },
        { label: 'Kind', show: (mail) => <span className="mono">{mail.kind}</span> },
        { label: 'To', show: (mail) => mail.recipient },
        { label: 'State', show: (mail) => <Chip tone={tones[mail.state]}>{capitalised(mail.state)}</Chip> },
        { label: 'Tries', show: (mail) => mail.attempts },
        { label: 'Written', show: (mail) => formatMoment(mail.created_at) },
        { label: 'Last error', show: (mail) => mail.last_error ?? '—', wraps: true },
        { label: 'Again', show: (mail) => <Resend username={username} mail={mail} /> },
      ]}
    />
  )
}

function Resend({ username, mail: { id, state } }: { username: string; mail: UserMail }) {
  const [send, busy] = useAction('The mail is tried again within seconds', (provider) =>
    provider.call('resendUserMail', { username, id }),
  )
  if (!useCapabilities().has('support') || (state !== 'failed' && state !== 'bounced')) return '—'
  return (
    <Button size="small" busy={busy} onClick={() => void send()}>
      Try again
    </Button>
  )
}
