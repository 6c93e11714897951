import type { CloudAccountRow } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Button } from '@mui/material'
import { Suspense, useState } from 'react'

const NukeDialog = lazyScreen(() => import('./NukeDialog.tsx'))

/** Empties an account. */
export function NukeButton({ account, size = 'medium' }: { account: CloudAccountRow; size?: 'small' | 'medium' }) {
  const [open, setOpen] = useState(false)
  const { allowed } = account
  if (!allowed.includes('nuke') && !allowed.includes('end_and_nuke')) return null
  return (
    <>
      <Button
        color="error"
        size={size}
        aria-label={`Nuke ${account.id}`}
        onPointerEnter={NukeDialog.preload}
        onClick={() => setOpen(true)}
      >
        Nuke…
      </Button>
      {open && (
        <Suspense>
          <NukeDialog account={account} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
