import type { SigningKey } from '@flagyard/api-types'
import { FailedLine } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { useState } from 'react'
import { CallButton, OperationButton } from '../../crud/actions/action-table.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../crud/actions/Dialog.tsx'
import { useCall } from '../../crud/calls.tsx'
import { formatMoment } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'

/** Opens the keys that sign the badges of certificates. */
export function BadgeKeysButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <OperationButton operation="listSigningKeys" size="small" onClick={() => setOpen(true)}>
        Badge keys…
      </OperationButton>
      {isOpen && <BadgeKeys onClose={() => setOpen(false)} />}
    </>
  )
}

function BadgeKeys({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useCall('listSigningKeys')
  return (
    <Dialog title="Badge keys" onClose={onClose}>
      <DialogBody>
        <p className="muted small">
          They sign the Open Badges of certificates. If you replace the key, earlier badges stay valid: their keys stay
          published.
        </p>
        {data ? (
          <Keys keys={data} />
        ) : error ? (
          <FailedLine why={sentenceOf(error)} onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading keys…" />
        )}
      </DialogBody>
      <DialogFoot>
        <CallButton
          operation="rotateSigningKey"
          variant="contained"
          call={(provider) => provider.call('rotateSigningKey', {})}
          onSuccess={() => void refetch()}
          successMessage="Badge key replaced"
        >
          Replace key
        </CallButton>
      </DialogFoot>
    </Dialog>
  )
}

const Keys = ({ keys }: { keys: SigningKey[] }) =>
  keys.length === 0 ? (
    <p>No keys yet. The first download of a badge creates one.</p>
  ) : (
    <ul>
      {keys.map(({ id, did, created_at, retired_at }) => (
        <li key={id}>
          <code>
            {did}#{id}
          </code>
          <div className="muted small">
            Created {formatMoment(created_at)} · {retired_at ? `replaced ${formatMoment(retired_at)}` : 'in use'}
          </div>
        </li>
      ))}
    </ul>
  )
