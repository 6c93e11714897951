import { Button, type ButtonProps } from '@mui/material'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ActionDialog, type ActionDialogProps } from './ActionDialog.tsx'

interface Props<V extends FieldValues, T> extends Omit<ActionDialogProps<V, T>, 'onClose'> {
  label: string
  size?: ButtonProps['size']
}

/** A button whose call is asked about first. */
export function ActionButton<V extends FieldValues, T>({ label, size, ...dialog }: Props<V, T>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size={size} color={dialog.color} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <ActionDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  )
}
