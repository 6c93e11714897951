import { Button } from '@mui/material'
import type { ReactNode } from 'react'
import { ArrayInput, SimpleFormIterator, useSimpleFormIterator } from 'react-admin'

interface Props {
  source: string
  /** What one of them is called: `Flag`. */
  itemLabel: string
  /** What the button says that adds one. */
  addLabel: string
  /** What a new one begins with. */
  newItem: Record<string, unknown>
  /** What stands above them. */
  before?: ReactNode
  children: ReactNode
}

/** A list of small forms, each under its number: added, moved by arrows and taken out. */
export const ItemsInput = ({ source, itemLabel, addLabel, newItem, before, children }: Props) => (
  <ArrayInput source={source} label={false} helperText={false}>
    {before}
    <SimpleFormIterator
      fullWidth
      disableClear
      getItemLabel={(index) => `${itemLabel} ${index + 1}`}
      addButton={<AddButton label={addLabel} item={newItem} />}
    >
      {children}
    </SimpleFormIterator>
  </ArrayInput>
)

function AddButton({ label, item }: { label: string; item: Record<string, unknown> }) {
  const { add } = useSimpleFormIterator()
  return (
    <Button size="small" onClick={() => add(item)}>
      {label}
    </Button>
  )
}
