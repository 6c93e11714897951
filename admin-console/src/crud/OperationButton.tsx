import { Button, type ButtonProps } from '@mui/material'
import { Link } from 'react-router-dom'
import { type Right, useCan } from './useCan.ts'

/** How an element of the page says which call it leads to, and with which fields that need a capability of their own. */
export const namesOf = ({ operation, fields }: Right) => ({
  'data-operation': operation,
  ...(fields && { 'data-fields': fields.join(' ') }),
})

interface Props extends Right, ButtonProps {
  /** The page to which it leads. */
  to?: string
}

/** A button that makes a call or leads to one. Whoever lacks what the call needs is not shown it, and its `data-operation` names the call. */
export function OperationButton({ operation, fields, to, ...button }: Props) {
  if (!useCan()({ operation, ...(fields && { fields }) })) return null
  return (
    <Button {...button} {...(to && { component: Link, to })} {...namesOf({ operation, ...(fields && { fields }) })} />
  )
}
