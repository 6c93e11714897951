import type { UserMail } from '@flagyard/api-types'
import { useRecordContext } from 'react-admin'
import { CallButton } from '../../crud/actions/action-table.tsx'
import { RelatedList, useQuickFilter } from '../../crud/list/RelatedList.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { mailStateWords, stateChip } from '../../crud/record/RecordCards.tsx'
import { formatMoment } from '../../lib/format.ts'

const Col = Column<UserMail>

const tones = { waiting: 'info', sending: 'info', sent: 'good', kept: 'bad', failed: 'bad', bounced: 'bad' } as const

export default function UserMails() {
  const username = String(useRecordContext()?.id)
  const { filter, button } = useQuickFilter('failed', 'Failed only')
  return (
    <RelatedList reference="mails" resourceLabel={['mail', 'mails']} filter={filter} actions={button}>
      <Rows<UserMail>
        primaryText={(mail) => mail.subject}
        tertiaryText={State}
        secondaryText={(mail) => (
          <>
            {[`To ${mail.recipient}`, formatMoment(mail.created_at), mail.last_error].filter(Boolean).join(' · ')}
            <Resend username={username} mail={mail} none={null} />
          </>
        )}
        empty="No e-mails yet. Only their recipients can read the content."
      >
        <Col source="subject" label="Subject" wraps />
        <Col source="kind" label="Kind" mono />
        <Col source="recipient" label="To" cellClassName="long mail" />
        <Col source="state" label="State" render={State} />
        <Col source="attempts" label="Attempts" align="right" />
        <Col source="created_at" label="Created" render={(mail) => formatMoment(mail.created_at)} />
        <Col source="last_error" label="Last error" wraps render={(mail) => mail.last_error ?? '—'} />
        <Col
          source="id"
          label="Action"
          isAction
          render={(mail) => <Resend username={username} mail={mail} none="—" />}
        />
      </Rows>
    </RelatedList>
  )
}

const State = stateChip(tones, mailStateWords)

function Resend({
  username,
  mail: { id, allowed },
  none,
}: {
  username: string
  mail: UserMail
  /** Shown if the e-mail cannot be sent again. */
  none: string | null
}) {
  if (!allowed.includes('resend')) return none
  return (
    <CallButton
      operation="resendUserMail"
      size="small"
      call={(provider) => provider.call('resendUserMail', { username, id })}
      successMessage="E-mail will be sent again in a few seconds"
    >
      Try again
    </CallButton>
  )
}
