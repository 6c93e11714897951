import type { UserRecord } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { useState } from 'react'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import { DeleteForm } from './DeleteForm.tsx'
import { UndoForm } from './UndoForm.tsx'

/** Starts the privacy deletion of an account, or takes it back while it waits. */
export function DeletionButton({ user }: { user: UserRecord }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!useCapabilities().has('support')) return null
  const waits = user.state === 'deleting'
  return (
    <>
      <Button variant={waits ? 'plain' : 'danger'} onClick={() => setOpen(true)}>
        {waits ? 'Undo deletion…' : 'Delete…'}
      </Button>
      <Dialog
        open={open}
        title={waits ? `Keep ${user.username}` : `Delete ${user.username}`}
        onClose={close}
        closeOnOutsideClick={false}
      >
        {waits ? <UndoForm user={user} onDone={close} /> : <DeleteForm user={user} onDone={close} />}
      </Dialog>
    </>
  )
}
