import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { ActionDialog } from '../../crud/ActionDialog.tsx'
import { ContentInput } from '../../crud/ContentInput.tsx'
import { contentOf } from '../../crud/useContentOptions.ts'
import { useDryRun } from '../../crud/useDryRun.ts'
import { useSeen } from '../../crud/useSeen.ts'
import { type Lasting, LastingInputs, lastingOf } from './LastingInputs.tsx'
import { OpensAgain } from './OpensAgain.tsx'
import { Reason } from './Reason.tsx'

interface Props {
  username: string
  /** Preselected content, as `kind/slug`. */
  content?: string
  onClose: () => void
}

interface Grant extends Lasting {
  content: string
  reason: string
  preview: string
}

export function GrantDialog({ username, content = '', onClose }: Props) {
  /** One key per dialog, so that a double click grants only once. */
  const idempotencyKey = useRef(crypto.randomUUID())
  const { refusals, watched } = useSeen()
  return (
    <ActionDialog
      title={`Grant access to ${username}`}
      onClose={onClose}
      call={async (provider, { content: chosen, reason, preview, ...lasting }: Grant) => {
        const entitlementGrant = { ...contentOf(chosen), ...lastingOf(lasting), reason, preview }
        try {
          return await watched(
            provider.call(
              'grantEntitlement',
              { username, entitlementGrant },
              { idempotencyKey: idempotencyKey.current },
            ),
          )
        } catch (error) {
          idempotencyKey.current = crypto.randomUUID()
          throw error
        }
      }}
      successMessage="It is open, and the learner is told"
      defaultValues={{ content, lasts: 'usual', days: null, until: '', reason: '', preview: '' }}
      isReady={(answers) => isWhole(answers) && !!answers.preview}
      submitLabel="Grant access"
    >
      <ContentInput />
      <LastingInputs />
      <Shown key={refusals} username={username} />
      <Reason />
    </ActionDialog>
  )
}

const isWhole = ({ content, lasts, days, until }: Partial<Grant>) =>
  !!content && (lasts !== 'days' || !!days) && (lasts !== 'until' || !!until)

function Shown({ username }: { username: string }) {
  const answers = useWatch() as Partial<Grant>
  const { content = '', lasts = 'usual', days = null, until = '' } = answers
  const isAsked = isWhole(answers)
  const entitlementGrant = { ...contentOf(content), ...lastingOf({ lasts, days, until }), dry_run: true }
  const answer = useDryRun('grantEntitlement', { username, entitlementGrant }, isAsked)
  const shown = isAsked ? answer : { error: null, isFetching: false }
  return <OpensAgain answer={shown} empty="Choose what opens, and until when stands here." />
}
