import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import type { ReactNode } from 'react'

interface Props {
  open: boolean
  title: string
  confirmLabel: string
  cancelLabel: string
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

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
