import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { type ComponentProps, type ReactNode, useState } from 'react'

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

type ConfirmButtonProps = Omit<Props, 'open' | 'onConfirm' | 'onClose'> &
  Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'disabled'> & {
    label: ReactNode
    /** Closes the dialog when it resolves, unless to false. */
    onConfirm: () => Promise<unknown>
  }

/** A button whose action must be confirmed. */
export function ConfirmButton({ label, size, variant, disabled, onConfirm, ...dialog }: ConfirmButtonProps) {
  const [open, setOpen] = useState(false)
  const confirm = async () => {
    if ((await onConfirm()) !== false) setOpen(false)
  }
  return (
    <>
      <Button size={size} variant={variant} disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog {...dialog} open={open} onConfirm={() => void confirm()} onClose={() => setOpen(false)} />
    </>
  )
}
