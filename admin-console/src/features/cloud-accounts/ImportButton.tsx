import type { Cloud } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Suspense, useState } from 'react'
import { OperationButton } from '../../crud/actions.tsx'

const ImportDialog = lazyScreen(() => import('./ImportDialog.tsx'))

export function ImportButton({ cloud }: { cloud: Cloud }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <OperationButton
        operation="importCloudAccounts"
        onPointerEnter={ImportDialog.preload}
        onClick={() => setOpen(true)}
      >
        Import…
      </OperationButton>
      {open && (
        <Suspense>
          <ImportDialog cloud={cloud} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
