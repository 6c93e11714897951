import { Icon } from '@flagyard/ui/Icon'
import { Button, type ButtonProps, Menu, MenuItem } from '@mui/material'
import { type ComponentType, Suspense, useState } from 'react'
import { namesOf, OperationButton } from './OperationButton.tsx'
import { type Right, useCan } from './useCan.ts'

export interface RecordDialogProps<T> {
  record: T
  onClose: () => void
}

/** An action on a record, used on its page and in list rows. */
export interface RecordAction<T extends Actionable> extends Right {
  /** The name used in the record's `allowed`. */
  name: T['allowed'][number]
  label: string
  color?: ButtonProps['color']
  Dialog: ComponentType<RecordDialogProps<T>>
}

interface Actionable {
  allowed: readonly string[]
}

interface Props<T extends Actionable> {
  record: T
  actions: readonly RecordAction<T>[]
}

/** A button for each action, in the header of the record's page. */
export function RecordButtons<T extends Actionable>({ record, actions }: Props<T>) {
  const [chosen, choose] = useState<RecordAction<T>>()
  return (
    <>
      {allowedOf(record, actions).map((action) => (
        <OperationButton
          key={action.name}
          operation={action.operation}
          {...(action.fields && { fields: action.fields })}
          color={action.color}
          onClick={() => choose(action)}
        >
          {action.label}
        </OperationButton>
      ))}
      <Asked record={record} action={chosen} onClose={() => choose(undefined)} />
    </>
  )
}

interface MenuProps<T extends Actionable> extends Props<T> {
  /** Accessible name of the menu button. */
  about: string
  /** Shown if no action is allowed. */
  none?: string | null
  preload?: () => void
}

/** The actions of a list row, in one menu. */
export function RecordMenu<T extends Actionable>({ record, actions, about, none = '—', preload }: MenuProps<T>) {
  const can = useCan()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [chosen, choose] = useState<RecordAction<T>>()
  const offered = allowedOf(record, actions).filter(can)
  if (offered.length === 0 && !chosen) return none
  return (
    <>
      <Button
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={about}
        endIcon={<Icon name="chevron" size={14} />}
        onPointerEnter={preload}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Change
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {offered.map((action) => (
          <MenuItem
            key={action.name}
            {...namesOf(action)}
            onClick={() => {
              setAnchor(null)
              choose(action)
            }}
          >
            {action.label}
          </MenuItem>
        ))}
      </Menu>
      <Asked record={record} action={chosen} onClose={() => choose(undefined)} />
    </>
  )
}

const allowedOf = <T extends Actionable>({ allowed }: T, actions: readonly RecordAction<T>[]) =>
  actions.filter(({ name }) => allowed.includes(name))

function Asked<T extends Actionable>({
  action,
  ...dialog
}: RecordDialogProps<T> & { action: RecordAction<T> | undefined }) {
  if (!action) return null
  return (
    <Suspense>
      <action.Dialog {...dialog} />
    </Suspense>
  )
}
