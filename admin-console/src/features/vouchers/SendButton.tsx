import type { VoucherPage } from '@flagyard/api-types'
import { useRef } from 'react'
import { useNotify } from 'react-admin'
import { ActionButton } from '../../crud/ActionButton.tsx'
import { Text } from '../../crud/inputs.tsx'

/** Mails a voucher again, or hands it to somebody else. */
export function SendButton({ voucher: { id, version, recipient, used, allowed } }: { voucher: VoucherPage }) {
  const notify = useNotify()
  /** One press is one mail: the key makes a second one the same. */
  const key = useRef(crypto.randomUUID())
  if (!allowed.includes('send')) return null
  return (
    <ActionButton
      operation="sendVoucher"
      label="Send…"
      title="Send the voucher"
      call={(provider, { email }: { email: string }) =>
        provider.call(
          'sendVoucher',
          { voucher_id: id, voucherSending: { version, email: email.trim() } },
          { idempotencyKey: key.current },
        )
      }
      onSuccess={({ message }) => {
        key.current = crypto.randomUUID()
        notify(message, { type: 'success' })
      }}
      defaultValues={{ email: recipient ?? '' }}
      isReady={({ email }) => !!email?.trim()}
      submitLabel="Send it"
    >
      <p>
        {used > 0
          ? 'Some of its uses are taken, so it can only be sent to its recipient again.'
          : 'To its recipient it goes with the same code. To another address it gets a new code, and the old one opens nothing more.'}
      </p>
      <Text source="email" label="E-mail address" type="email" maxLength={254} />
    </ActionButton>
  )
}
