import type { ExamIncident } from '@flagyard/api-types'
import { bulkActionOf } from '@flagyard/api-types/bulk/actions'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Suspense, useState } from 'react'
import { OperationButton } from '../../../crud/actions.tsx'
import styles from './Incident.module.css'
import { type IncidentActionName, incidentActions } from './incident-actions.ts'

const IncidentDialog = lazyScreen(() => import('./IncidentDialog.tsx'))

/** Actions for all candidates, each with a dry run. The recommended next step is highlighted. */
export function IncidentActions({ incident }: { incident: ExamIncident }) {
  const [open, setOpen] = useState<IncidentActionName>()
  const next = incident.standing > 0 ? 'incidents.resume' : incident.state === 'open' ? 'incidents.stop' : undefined
  return (
    <div className={styles.actions}>
      {incidentActions.map((action) => (
        <OperationButton
          operation={bulkActionOf(action).like}
          key={action}
          {...(action === next && { variant: 'contained', color: 'primary' })}
          {...(action === 'incidents.postpone' && { color: 'error' })}
          onPointerEnter={IncidentDialog.preload}
          onClick={() => setOpen(action)}
        >
          {bulkActionOf(action).title}…
        </OperationButton>
      ))}
      {open && (
        <Suspense>
          <IncidentDialog incident={incident} action={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
