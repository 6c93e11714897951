import { useRef } from 'react'
import { ActionDialog } from '../../crud/ActionDialog.tsx'
import { ContentInput } from '../../crud/ContentInput.tsx'
import { contentOf } from '../../crud/useContentOptions.ts'
import { type Lasting, LastingInputs, lastingOf } from './LastingInputs.tsx'
import { Reason } from './Reason.tsx'

interface Props {
  username: string
  /** What was chosen already, as `kind/slug`. */
  content?: string
  onClose: () => void
}

interface Grant extends Lasting {
  content: string
  reason: string
}

/** Opens a course, a lab or an exam to a person. */
export function GrantDialog({ username, content = '', onClose }: Props) {
  /** One click is one grant: the key makes a second one the same. */
  const idempotencyKey = useRef(crypto.randomUUID())
  return (
    <ActionDialog
      title={`Grant access to ${username}`}
      onClose={onClose}
      call={async (provider, { content: chosen, reason, ...lasting }: Grant) => {
        const entitlementGrant = { ...contentOf(chosen), ...lastingOf(lasting), reason }
        try {
          return await provider.call(
            'grantEntitlement',
            { username, entitlementGrant },
            { idempotencyKey: idempotencyKey.current },
          )
        } catch (error) {
          idempotencyKey.current = crypto.randomUUID()
          throw error
        }
      }}
      successMessage="It is open, and the learner is told"
      defaultValues={{ content, lasts: 'usual', days: null, until: '', reason: '' }}
      isReady={({ content: chosen, lasts, days, until }) =>
        !!chosen && (lasts !== 'days' || !!days) && (lasts !== 'until' || !!until)
      }
      submitLabel="Grant access"
    >
      <ContentInput />
      <LastingInputs />
      <Reason />
    </ActionDialog>
  )
}
