import type { CloudAccountRow } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Suspense, useState } from 'react'
import { OperationButton } from '../../crud/actions.tsx'
import { useResourceCall } from '../../crud/calls.tsx'

const NukeDialog = lazyScreen(() => import('./NukeDialog.tsx'))

/** Opens the dialog that deletes everything in an account. */
export function NukeButton({ account, size = 'medium' }: { account: CloudAccountRow; size?: 'small' | 'medium' }) {
  const [open, setOpen] = useState(false)
  const operation = useResourceCall('nuke')
  const { allowed } = account
  if (!allowed.includes('nuke') && !allowed.includes('end_and_nuke')) return null
  return (
    <>
      <OperationButton
        operation={operation}
        color="error"
        size={size}
        aria-label={`Nuke ${account.id}`}
        onPointerEnter={NukeDialog.preload}
        onClick={() => setOpen(true)}
      >
        Nuke…
      </OperationButton>
      {open && (
        <Suspense>
          <NukeDialog account={account} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
