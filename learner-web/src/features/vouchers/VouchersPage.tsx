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
import * as t from '../../messages/en/vouchers.ts'
import { ConfirmButton } from '../../shell/ConfirmDialog.tsx'
import { CopyButton } from '../../shell/CopyButton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import { FactList } from '../../shell/sections.tsx'
import { SendVoucherDialog } from './SendVoucherDialog.tsx'
import styles from './vouchers.module.css'

const stateTones = {
  available: 'good',
  activated: 'neutral',
  expired: 'warn',
  suspended: 'warn',
  revoked: 'bad',
} as const satisfies Record<Voucher['state'], string>

export default function VouchersPage() {
  const query = useQuery(callQuery('listMyVouchers'))
  const { data } = query
  const [sending, setSending] = useState<Voucher | null>(null)
  const unused = data?.filter(({ state }) => state === 'available').length ?? 0
  return (
    <Page
      title={t.title}
      width="text"
      intro={data && data.length > 0 ? t.unusedOfAll({ unused, all: data.length }) : undefined}
    >
      <Loaded query={query} what={t.yourVouchers}>
        {(vouchers) =>
          vouchers.length === 0 ? (
            <Empty
              title={t.noVouchers}
              icon="copy"
              action={
                <div className="row">
                  <ButtonLink to={paths.activateVoucher} variant="primary">
                    {t.haveCode}
                  </ButtonLink>
                  <ButtonLink to={paths.courses}>{t.browseCourses}</ButtonLink>
                </div>
              }
            >
              {t.noVouchersHint}
            </Empty>
          ) : (
            <div className="stack">
              <ButtonLink to={paths.activateVoucher}>{t.haveCode}</ButtonLink>
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
          <Chip>{t.kinds[voucher.kind]}</Chip>
          <Chip tone={stateTones[state]}>{t.states[state]}</Chip>
        </div>
      </div>
      <div className={styles.code} data-sentry-block>
        <span className="mono">{code}</span>
        <CopyButton text={code} label={t.copyCode({ title })} />
      </div>
      <Facts voucher={voucher} />
      {state === 'available' && (
        <div className="row">
          {voucher.recipient ? (
            <ConfirmButton
              label={t.redeemMyself}
              size="small"
              title={t.confirmSentTitle}
              confirmLabel={t.redeemMyself}
              cancelLabel={t.leaveToRecipient}
              isPending={false}
              onConfirm={async () => navigate(paths.activateVoucherCode(code))}
            >
              <p>{t.confirmSentText({ recipient: voucher.recipient })}</p>
            </ConfirmButton>
          ) : (
            <ButtonLink to={paths.activateVoucherCode(code)} size="small">
              {t.redeemMyself}
            </ButtonLink>
          )}
          <Button size="small" onClick={onSend}>
            {t.sendByEmail}
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
        [t.sentTo, recipient],
        [t.order, order_number],
        [t.uses, uses > 1 ? t.usedCount({ used, uses }) : null],
        [t.usedOn, activated_at && formatUtcDate(activated_at)],
        [t.expiresOn, expires_at && formatUtcDate(expires_at)],
      ]}
    />
  )
}
