import type { UserRecord } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { useState } from 'react'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import { useChange } from '../../lib/useChange.ts'

export function DisableButton({ user }: { user: UserRecord }) {
  const [open, setOpen] = useState(false)
  const isDisabled = user.state === 'disabled'
  const { change, busy, fault } = useChange<UserRecord>(
    'users',
    isDisabled ? 'Enabled again' : 'Disabled and signed out',
  )
  if (!useCapabilities().has('support') || user.state === 'deleting') return null
  if (isDisabled)
    return (
      <Button busy={busy} onClick={() => void change(user, { disabled: false })}>
        Enable
      </Button>
    )
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Disable…
      </Button>
      <Dialog open={open} title={`Disable ${user.username}`} onClose={() => setOpen(false)} closeOnOutsideClick={false}>
        <Form
          name="disable"
          onSubmit={async (values) => {
            if (await change(user, { disabled: true, reason: String(values.get('reason')) })) setOpen(false)
          }}
        >
          <p>
            The account is signed out at once and cannot sign in again until you enable it. Nothing of it is deleted.
          </p>
          <TextField
            label="Reason"
            name="reason"
            required
            maxLength={500}
            error={fault('reason') ?? fault('disabled')}
          />
          <div className="row">
            <Button type="submit" variant="danger" busy={busy}>
              Disable the account
            </Button>
            <Button onClick={() => setOpen(false)}>Keep it</Button>
          </div>
        </Form>
      </Dialog>
    </>
  )
}
