import type { EntitlementAction } from '@flagyard/api-types'
import { Icon } from '@flagyard/ui/Icon'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Button, Menu, MenuItem } from '@mui/material'
import { Suspense, useState } from 'react'
import { namesOf } from '../../crud/OperationButton.tsx'
import type { Access } from './access.ts'

const AccessDialog = lazyScreen(() => import('./AccessDialog.tsx'))

const labels: Record<EntitlementAction, string> = {
  extend: 'Extend…',
  suspend: 'Suspend…',
  resume: 'Resume…',
  restore: 'Undo the revocation…',
  move: 'Move to another account…',
  revoke: 'Revoke…',
}

const operations = {
  extend: 'extendEntitlement',
  suspend: 'suspendEntitlement',
  resume: 'resumeEntitlement',
  move: 'moveEntitlement',
  revoke: 'revokeEntitlement',
  restore: 'restoreEntitlement',
} as const

/** What may be done to a row, behind one button: a row is no place for five. */
export function AccessMenu({ row, none = '—' }: { row: Access; none?: string | null }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [action, setAction] = useState<EntitlementAction>()
  const actions = (Object.keys(labels) as EntitlementAction[]).filter((one) => row.allowed.includes(one))
  if (actions.length === 0) return none
  return (
    <>
      <Button
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`Change access of ${row.username} to ${row.title}`}
        endIcon={<Icon name="chevron" size={14} />}
        onPointerEnter={AccessDialog.preload}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Change
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {actions.map((one) => (
          <MenuItem
            key={one}
            {...namesOf({ operation: operations[one] })}
            onClick={() => {
              setAnchor(null)
              setAction(one)
            }}
          >
            {labels[one]}
          </MenuItem>
        ))}
      </Menu>
      {action && (
        <Suspense>
          <AccessDialog row={row} action={action} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
    </>
  )
}
