import { Button, type ButtonProps } from '@mui/material'
import { type CallOutcome, type Send, useCallMutation } from './useCallMutation.ts'

interface Props<T> extends Omit<ButtonProps, 'onClick'>, CallOutcome<T> {
  call: Send<void, T>
}

/** A button that makes one call, and waits for it. */
export function CallButton<T>({ call, successMessage, onSuccess, isGone, ...button }: Props<T>) {
  const { send, isPending } = useCallMutation(call, { successMessage, onSuccess, isGone })
  return <Button {...button} loading={isPending} onClick={() => void send()} />
}
