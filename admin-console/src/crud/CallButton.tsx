import type { ButtonProps } from '@mui/material'
import { OperationButton } from './OperationButton.tsx'
import { type CallOutcome, type Send, useCallMutation } from './useCallMutation.ts'
import type { Right } from './useCan.ts'

interface Props<T> extends Right, Omit<ButtonProps, 'onClick'>, CallOutcome<T> {
  call: Send<void, T>
}

/** A button that makes one call and shows a spinner until it completes. */
export function CallButton<T>({ call, successMessage, onSuccess, isGone, ...button }: Props<T>) {
  const { send, isPending } = useCallMutation(call, { successMessage, onSuccess, isGone })
  return <OperationButton {...button} loading={isPending} onClick={() => void send()} />
}
