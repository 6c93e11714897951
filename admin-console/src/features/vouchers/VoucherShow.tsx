import type { VoucherPage } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { Link } from 'react-router-dom'
import { RecordButtons } from '../../crud/actions/action-table.tsx'
import { CopyButton, ResourceLink } from '../../crud/links.tsx'
import { CardColumns, Facts, Lines, MailsCard, Quiet, RecordCard } from '../../crud/record/RecordCards.tsx'
import { RecordPage } from '../../crud/record/RecordPage.tsx'
import { capitalised, countOf, formatDayOr, formatMoment, formatMoney } from '../../lib/format.ts'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import { AuditButton } from '../audit/AuditButton.tsx'
import { voucherActions } from './actions.tsx'
import { OrderLink, OrganisationLink, VoucherState } from './VoucherList.tsx'

export default function VoucherShow() {
  return (
    <RecordPage<VoucherPage>
      wholeBy="opened"
      title={({ code }) => `Voucher …-${code.split('-').at(-1)}`}
      about={(voucher) => (
        <>
          <VoucherState state={voucher.state} /> {capitalised(voucher.kind)} {voucher.title} · {voucher.used} of{' '}
          {voucher.uses} used
        </>
      )}
      actions={(voucher) => (
        <>
          <AuditButton type="voucher" id={voucher.id} />
          <RecordButtons record={voucher} actions={voucherActions} />
        </>
      )}
    >
      {(voucher) => (
        <CardColumns
          left={
            <>
              <Uses voucher={voucher} />
              <MailsCard mails={voucher.mails} empty="No e-mails have been sent." />
            </>
          }
          right={<About voucher={voucher} />}
        />
      )}
    </RecordPage>
  )
}

const access = {
  open: 'has access',
  not_yet: 'has access later',
  ended: 'access ended',
  suspended: 'access suspended',
  revoked: 'access revoked',
} as const

const Uses = ({ voucher: { opened, used } }: { voucher: VoucherPage }) => (
  <RecordCard title="Uses">
    <Lines
      empty="Not used yet."
      lines={opened.map(({ username, at, access: now, ends_at }) => ({
        key: username,
        text: (
          <>
            <ResourceLink resource="users" id={username} /> · {access[now]}
            {now === 'open' && ends_at && ` until ${formatDayOr(ends_at, '')}`}
          </>
        ),
        when: formatMoment(at),
      }))}
    />
    {used > opened.length && (
      <Quiet>
        Showing the latest {opened.length} of {countOf(used, 'use')}.
      </Quiet>
    )}
  </RecordCard>
)

function About({ voucher }: { voucher: VoucherPage }) {
  const seesCodes = useCapabilities().has('finance')
  const { code, kind, slug, title, recipient, organisation, batch, price, expires_at, created_at, note, reason } =
    voucher
  return (
    <RecordCard title="Voucher">
      <Facts
        facts={[
          [
            'Code',
            <>
              <span className="mono">{code}</span> {seesCodes && <CopyButton text={code} label="Copy the code" />}
            </>,
          ],
          [
            'Product',
            <ResourceLink key="opens" resource={`${kind}s`} id={slug}>
              {title}
            </ResourceLink>,
          ],
          ['Recipient', recipient ?? 'none'],
          !!organisation && ['Organisation', <OrganisationLink key="organisation" of={voucher} />],
          ['Expires', formatDayOr(expires_at, 'no end')],
          ['Order', <OrderLink key="order" voucher={voucher} />],
          price !== null && ['Price per seat', formatMoney(price)],
          ['Batch', batch ? <Link to={consolePaths.voucherBatch(batch)}>View batch</Link> : 'none'],
          ['Created', formatMoment(created_at)],
          !!reason && ['Reason', reason],
          !!note && ['Note', note],
        ]}
      />
    </RecordCard>
  )
}
