import type { CloudAccount } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { useState } from 'react'
import { useResourceContext } from 'react-admin'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import { useChange } from '../../lib/useChange.ts'
import { canHold, canRelease } from './status.ts'

/** Takes an account out of the pool as it is, or gives it back. */
export function HoldButton({ account }: { account: CloudAccount }) {
  const resource = useResourceContext() ?? ''
  const [open, setOpen] = useState(false)
  const { change, busy, fault } = useChange<CloudAccount>(resource, canRelease(account) ? 'Released' : 'Held')
  if (!useCapabilities().has('cloud')) return null
  if (canRelease(account))
    return (
      <Button busy={busy} onClick={() => void change(account, { hold: false, reason: 'Released by an administrator' })}>
        Release
      </Button>
    )
  if (!canHold(account)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Hold…</Button>
      <Dialog open={open} title={`Hold ${account.id}`} onClose={() => setOpen(false)} closeOnOutsideClick={false}>
        <Form
          name="hold"
          onSubmit={async (values) => {
            if (await change(account, { hold: true, reason: String(values.get('reason')) })) setOpen(false)
          }}
        >
          <p>The account is kept as it is: nobody is given it and nothing in it is deleted until you release it.</p>
          <TextField label="Reason" name="reason" required maxLength={500} error={fault('reason') ?? fault('hold')} />
          <div className="row">
            <Button type="submit" variant="primary" busy={busy}>
              Hold the account
            </Button>
            <Button onClick={() => setOpen(false)}>Leave it</Button>
          </div>
        </Form>
      </Dialog>
    </>
  )
}
