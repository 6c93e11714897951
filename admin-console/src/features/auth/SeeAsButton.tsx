import type { UserRecord } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { useState } from 'react'
import { useDataProvider } from 'react-admin'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import { useFaults } from '../../lib/useFaults.ts'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'

/** Opens the learner's site in a new tab as this learner sees it: read-only, for an hour, and the learner is told. */
export function SeeAsButton({ user: { username, state, roles } }: { user: UserRecord }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const provider = useDataProvider<ConsoleDataProvider>()
  const { attempt, fault } = useFaults()
  if (!useCapabilities().has('support') || state !== 'active' || roles.includes('admin')) return null
  const look = async (values: FormData) => {
    setBusy(true)
    // Opened before the answer: a browser allows a new tab only as the direct answer to a click.
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    const seeAsPayload = { reason: String(values.get('reason')).trim() }
    const ticket = await attempt(() => provider.call('seeAs', { username, seeAsPayload }), `${username} was told`)
    setBusy(false)
    if (!ticket) return tab?.close()
    setOpen(false)
    const address = `${location.origin}/#see_as=${ticket.code}`
    if (tab) tab.location.replace(address)
    else location.assign(address)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>See as…</Button>
      <Dialog open={open} title={`See as ${username}`} onClose={() => setOpen(false)} closeOnOutsideClick={false}>
        <Form name="see as" onSubmit={look}>
          <p>
            A new tab shows what {username} sees: read-only, for an hour, without credentials and codes. {username}{' '}
            reads of it by mail, with your name and this reason.
          </p>
          <TextField label="Reason" name="reason" required maxLength={500} error={fault('reason')} />
          <div className="row">
            <Button type="submit" variant="primary" busy={busy}>
              Open the tab
            </Button>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
          </div>
        </Form>
      </Dialog>
    </>
  )
}
