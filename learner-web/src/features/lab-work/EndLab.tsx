import type { Deployment } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { useState } from 'react'
import { ConfirmDialog } from '../../shell/ConfirmDialog.tsx'
import type { LabHandle } from './useLab.ts'

export function EndLab({ deployment, handle }: { deployment: Deployment; handle: LabHandle }) {
  const [confirming, setConfirming] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setConfirming(true)}>
        End
      </Button>
      <ConfirmDialog
        open={confirming}
        title="End this lab?"
        confirmLabel="End the lab"
        cancelLabel="Keep it running"
        isPending={handle.pendingAction === 'end'}
        onConfirm={async () => {
          await handle.runAction('end')
          setConfirming(false)
        }}
        onClose={() => setConfirming(false)}
      >
        <p>
          Everything in the account is wiped and your credentials stop working. Solved flags stay solved. Deploying it
          again later costs one of your resets ({deployment.resets_left} left).
        </p>
      </ConfirmDialog>
    </>
  )
}
