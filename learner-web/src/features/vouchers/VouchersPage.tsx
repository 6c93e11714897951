import type { Voucher } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Empty, errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { formatUtcDate } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { ConfirmDialog } from '../../shell/ConfirmDialog.tsx'
import { CopyButton } from '../../shell/CopyButton.tsx'
import { Page } from '../../shell/Page.tsx'
import { kindNames, stateNames, stateTones } from './labels.ts'
import { SendVoucherDialog } from './SendVoucherDialog.tsx'
import styles from './vouchers.module.css'

export default function VouchersPage() {
  const { data, error, refetch } = useQuery(callQuery('listMyVouchers'))
  const [sending, setSending] = useState<Voucher | null>(null)
  const unused = data?.filter(({ state }) => state === 'available').length ?? 0
  return (
    <Page
      title="Vouchers"
      width="text"
      intro={data && data.length > 0 ? `${unused} of ${data.length} can still be used.` : undefined}
    >
      {error && <Failed what="your vouchers" why={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Loading what="your vouchers" />}
      {data?.length === 0 && (
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
          What you buy for others, and what others give you, appears here.
        </Empty>
      )}
      {data && data.length > 0 && (
        <div>
          <ButtonLink to={paths.activateVoucher}>I have a code</ButtonLink>
        </div>
      )}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((voucher) => (
            <li key={voucher.id}>
              <VoucherCard voucher={voucher} onSend={() => setSending(voucher)} />
            </li>
          ))}
        </ul>
      )}
      <SendVoucherDialog voucher={sending} onClose={() => setSending(null)} />
    </Page>
  )
}

function VoucherCard({ voucher, onSend }: { voucher: Voucher; onSend: () => void }) {
  const { state, title, code } = voucher
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  return (
    <Card as="article" className={styles.voucher}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
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
            <Button size="small" onClick={() => setAsking(true)}>
              Use it myself
            </Button>
          ) : (
            <ButtonLink to={paths.activateVoucherCode(code)} size="small">
              Use it myself
            </ButtonLink>
          )}
          <Button size="small" onClick={onSend}>
            Send it by e-mail
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        title="Use a code that you have sent?"
        confirmLabel="Use it myself"
        cancelLabel="Leave it to them"
        isPending={false}
        onClose={() => setAsking(false)}
        onConfirm={() => void navigate(paths.activateVoucherCode(code))}
      >
        <p>
          You sent this code to {voucher.recipient}. If you use it, it no longer works for them, and they are not told.
        </p>
      </ConfirmDialog>
    </Card>
  )
}

function Facts({ voucher: { recipient, order_number, expires_at, activated_at, uses, used } }: { voucher: Voucher }) {
  const facts = [
    recipient && ['Sent to', recipient],
    order_number && ['Order', order_number],
    uses > 1 && ['Uses', `${used} of ${uses}`],
    activated_at && ['Used on', formatUtcDate(activated_at)],
    expires_at && ['Use by', formatUtcDate(expires_at)],
  ].filter((fact): fact is [string, string] => Array.isArray(fact))
  if (facts.length === 0) return null
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
