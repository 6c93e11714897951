import { Button } from '@mui/material'
import { useSimpleFormIterator } from 'react-admin'

/** Adds an item to the list around it, with what a new one begins with. */
export function AddItem({ label, item }: { label: string; item: Record<string, unknown> }) {
  const { add } = useSimpleFormIterator()
  return (
    <Button size="small" onClick={() => add(item)}>
      {label}
    </Button>
  )
}
