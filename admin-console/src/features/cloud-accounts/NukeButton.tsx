import type { CloudAccountRow } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form } from '@flagyard/ui/Form'
import { Checkbox, TextField } from '@flagyard/ui/fields'
import { type MouseEvent, useState } from 'react'
import { useResourceContext } from 'react-admin'
import { useAction } from '../../lib/useAction.ts'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import { isLeased, nukeRefusal } from './status.ts'

/** Empties an account. Its id is typed; where a learner works in it, ending that is ticked too (attack 36). */
export function NukeButton({ account, size = 'normal' }: { account: CloudAccountRow; size?: 'normal' | 'small' }) {
  const [open, setOpen] = useState(false)
  const refusal = nukeRefusal(account)
  if (!useCapabilities().has('cloud')) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press here must not also open the row it stands in.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside has its own keys.
    <span onClick={(event: MouseEvent) => event.stopPropagation()}>
      <Button
        look="danger"
        size={size}
        disabled={refusal !== null}
        title={refusal ?? undefined}
        aria-label={`Nuke ${account.id}`}
        onClick={() => setOpen(true)}
      >
        Nuke…
      </Button>
      <Dialog open={open} title={`Nuke ${account.id}`} onClose={() => setOpen(false)} firm>
        <Confirmation account={account} onDone={() => setOpen(false)} />
      </Dialog>
    </span>
  )
}

function Confirmation({ account, onDone }: { account: CloudAccountRow; onDone: () => void }) {
  const resource = useResourceContext() ?? ''
  const [typed, setTyped] = useState('')
  const [ends, setEnds] = useState(false)
  const [nuke, busy] = useAction(`${account.id} is being emptied`, (provider) =>
    provider.nuke(resource, { id: account.id, data: { confirm: typed, ...(ends && { end_deployment: true }) } }),
  )
  const leased = isLeased(account)
  const ready = typed.trim() === account.id && (!leased || ends)
  return (
    <Form
      name="nuke"
      onSubmit={async () => {
        if (ready && (await nuke())) onDone()
      }}
    >
      <p>
        Everything in this account is deleted, except what every account of this cloud starts with. This cannot be
        undone. It is available again once two passes in a row have found it empty.
      </p>
      {leased && (
        <Checkbox
          label={`End the lab of ${account.holder ?? 'its learner'} that runs in it`}
          checked={ends}
          onChange={(event) => setEnds(event.target.checked)}
        />
      )}
      <TextField
        label={`Type ${account.id} to confirm`}
        name="confirm"
        mono
        required
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="row">
        <Button type="submit" look="danger" busy={busy} disabled={!ready}>
          Nuke the account
        </Button>
        <Button onClick={onDone}>Keep it</Button>
      </div>
    </Form>
  )
}
