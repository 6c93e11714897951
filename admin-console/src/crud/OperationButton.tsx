import { Button, type ButtonProps } from '@mui/material'
import { Link } from 'react-router-dom'
import { type Right, useCan } from './useCan.ts'

/** Attributes that mark an element with the operation it leads to, and with the fields that need a capability of their own. */
export const namesOf = ({ operation, fields }: Right) => ({
  'data-operation': operation,
  ...(fields && { 'data-fields': fields.join(' ') }),
})

interface Props extends Right, ButtonProps {
  /** Target page, for buttons that are links. */
  to?: string
}

/** A button that makes a call or leads to one. Hidden from administrators without the required capability. `data-operation` names the call. */
export function OperationButton({ operation, fields, to, ...button }: Props) {
  if (!useCan()({ operation, ...(fields && { fields }) })) return null
  return (
    <Button {...button} {...(to && { component: Link, to })} {...namesOf({ operation, ...(fields && { fields }) })} />
  )
}
