import type { UserRecord } from '@flagyard/api-types'
import { useState } from 'react'
import { OperationButton } from '../../crud/actions.tsx'
import { FreezeDialog } from './FreezeDialog.tsx'

/** Freezes an account: stops all its activity and preserves its cloud accounts as evidence. */
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
