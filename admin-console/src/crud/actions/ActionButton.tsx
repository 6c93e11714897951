import type { ButtonProps } from '@mui/material'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Right } from '../calls.tsx'
import { ActionDialog, type ActionDialogProps } from './ActionDialog.tsx'
import { OperationButton } from './action-table.tsx'

interface ActionButtonProps<V extends FieldValues, T> extends Right, Omit<ActionDialogProps<V, T>, 'onClose'> {
  label: string
  size?: ButtonProps['size']
  variant?: ButtonProps['variant']
}

/** A button that opens an `ActionDialog` before it makes its call. */
export function ActionButton<V extends FieldValues, T>({
  label,
  size,
  variant,
  operation,
  fields,
  ...dialog
}: ActionButtonProps<V, T>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <OperationButton
        operation={operation}
        {...(fields && { fields })}
        size={size}
        variant={variant}
        color={dialog.color}
        onClick={() => setOpen(true)}
      >
        {label}
      </OperationButton>
      {open && <ActionDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  )
}
