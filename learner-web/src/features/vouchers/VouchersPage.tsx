import type { Voucher } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Empty } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { formatUtcDate } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { ConfirmButton } from '../../shell/ConfirmDialog.tsx'
import { CopyButton } from '../../shell/CopyButton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import { FactList } from '../../shell/sections.tsx'
import { kindNames, stateNames, stateTones } from './labels.ts'
import { SendVoucherDialog } from './SendVoucherDialog.tsx'
import styles from './vouchers.module.css'

export default function VouchersPage() {
  const query = useQuery(callQuery('listMyVouchers'))
  const { data } = query
  const [sending, setSending] = useState<Voucher | null>(null)
  const unused = data?.filter(({ state }) => state === 'available').length ?? 0
  return (
    <Page
      title="Vouchers"
      width="text"
      intro={data && data.length > 0 ? `${unused} of ${data.length} can still be used.` : undefined}
    >
      <Loaded query={query} what="your vouchers">
        {(vouchers) =>
          vouchers.length === 0 ? (
            <Empty
              title="No vouchers yet"
              icon="copy"
              action={
                <div className="row">
                  <ButtonLink to={paths.activateVoucher} variant="primary">
                    I have a code
                  </ButtonLink>
                  <ButtonLink to={paths.courses}>Browse courses</ButtonLink>
                </div>
              }
            >
              Vouchers that you buy or receive appear here.
            </Empty>
          ) : (
            <div className="stack">
              <ButtonLink to={paths.activateVoucher}>I have a code</ButtonLink>
              <ul className="list">
                {vouchers.map((voucher) => (
                  <li key={voucher.id}>
                    <VoucherCard voucher={voucher} onSend={() => setSending(voucher)} />
                  </li>
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
      <SendVoucherDialog voucher={sending} onClose={() => setSending(null)} />
    </Page>
  )
}

function VoucherCard({ voucher, onSend }: { voucher: Voucher; onSend: () => void }) {
  const { state, title, code } = voucher
  const navigate = useNavigate()
  return (
    <Card as="article" className="stack">
      <div className="row between">
        <h2 className="heading">{title}</h2>
        <div className="row">
          <Chip>{kindNames[voucher.kind]}</Chip>
          <Chip tone={stateTones[state]}>{stateNames[state]}</Chip>
        </div>
      </div>
      <div className={styles.code} data-sentry-block>
        <span className="mono">{code}</span>
        <CopyButton text={code} label={`Copy the code for ${title}`} />
      </div>
      <Facts voucher={voucher} />
      {state === 'available' && (
        <div className="row">
          {voucher.recipient ? (
            <ConfirmButton
              label="Use it myself"
              size="small"
              title="Use a code that you have sent?"
              confirmLabel="Use it myself"
              cancelLabel="Leave it to them"
              isPending={false}
              onConfirm={async () => navigate(paths.activateVoucherCode(code))}
            >
              <p>
                You sent this code to {voucher.recipient}. If you use it, it stops working for them, and they are not
                notified.
              </p>
            </ConfirmButton>
          ) : (
            <ButtonLink to={paths.activateVoucherCode(code)} size="small">
              Use it myself
            </ButtonLink>
          )}
          <Button size="small" onClick={onSend}>
            Send by e-mail
          </Button>
        </div>
      )}
    </Card>
  )
}

function Facts({ voucher: { recipient, order_number, expires_at, activated_at, uses, used } }: { voucher: Voucher }) {
  return (
    <FactList
      className={styles.facts}
      facts={[
        ['Sent to', recipient],
        ['Order', order_number],
        ['Uses', uses > 1 ? `${used} of ${uses}` : null],
        ['Used on', activated_at && formatUtcDate(activated_at)],
        ['Use by', expires_at && formatUtcDate(expires_at)],
      ]}
    />
  )
}
