import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import type { ReactNode } from 'react'

interface Props {
  open: boolean
  title: string
  /** What the button does, in its own words. */
  confirm: string
  keep: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before something that cannot be taken back, and says what it costs. */
export function ConfirmDialog({ open, title, confirm, keep, busy, onConfirm, onClose, children }: Props) {
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      closeOnOutsideClick={false}
      actions={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
