import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import type { ReactNode } from 'react'

interface Props {
  open: boolean
  title: string
  /** The button that does it. */
  confirmLabel: string
  cancelLabel: string
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks for confirmation of something that cannot be undone. */
export function ConfirmDialog({
  open,
  title,
  confirmLabel,
  cancelLabel,
  isPending,
  onConfirm,
  onClose,
  children,
}: Props) {
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      closeOnOutsideClick={false}
      actions={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button variant="danger" busy={isPending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
