import { Icon } from '@flagyard/ui/Icon'
import { Button, type ButtonProps, Menu, MenuItem } from '@mui/material'
import { type ComponentType, Suspense, useState } from 'react'
import { namesOf, OperationButton } from './OperationButton.tsx'
import { type Right, useCan } from './useCan.ts'

export interface RecordDialogProps<T> {
  record: T
  onClose: () => void
}

/** One thing that can be done with a record, on its page and in a row alike. */
export interface RecordAction<T extends Actionable> extends Right {
  /** As the record's `allowed` names it. */
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

/** At the head of the record's page: a button each. */
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
  /** Whom or what it is about, for those who do not see the row. */
  about: string
  /** Where nothing can be done. */
  none?: string | null
  preload?: () => void
}

/** In a row, which is no place for five buttons: all of them behind one. */
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
