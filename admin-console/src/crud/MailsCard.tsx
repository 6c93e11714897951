import type { MailAbout } from '@flagyard/api-types'
import { formatMoment } from '../lib/format.ts'
import { Lines, RecordCard } from './RecordCards.tsx'

export const MailsCard = ({ mails, empty }: { mails: readonly MailAbout[]; empty: string }) => (
  <RecordCard title="Mails">
    <Lines
      empty={empty}
      lines={mails.map(({ id, to, subject, state, created_at, sent_at }) => ({
        key: id,
        text: (
          <>
            {subject} · to {to}
          </>
        ),
        when: `${mailStateWords[state]} · ${formatMoment(sent_at ?? created_at)}`,
      }))}
    />
  </RecordCard>
)

export const mailStateWords: Record<MailAbout['state'], string> = {
  waiting: 'Waits to be sent',
  sending: 'Being sent',
  sent: 'Sent',
  kept: 'Not sent: no mail server',
  failed: 'Could not be sent',
  bounced: 'Came back',
}
