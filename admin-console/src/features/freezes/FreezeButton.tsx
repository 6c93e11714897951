import type { UserRecord } from '@flagyard/api-types'
import { useState } from 'react'
import { OperationButton } from '../../crud/OperationButton.tsx'
import { FreezeDialog } from './FreezeDialog.tsx'

/** Stops all that an account does, and keeps what is in its cloud accounts. */
export function FreezeButton({ user }: { user: Pick<UserRecord, 'username' | 'allowed'> }) {
  const [open, setOpen] = useState(false)
  if (!user.allowed.includes('freeze')) return null
  return (
    <>
      <OperationButton operation="freezeUser" color="error" onClick={() => setOpen(true)}>
        Freeze…
      </OperationButton>
      {open && <FreezeDialog username={user.username} onClose={() => setOpen(false)} />}
    </>
  )
}
