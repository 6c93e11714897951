import { Icon } from '@flagyard/ui/Icon'
import { Button } from '@mui/material'
import type { MouseEvent, ReactNode } from 'react'
import {
  ArrayInput,
  IconButtonWithTooltip,
  SimpleFormIterator,
  useSimpleFormIterator,
  useSimpleFormIteratorItem,
} from 'react-admin'

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
      removeButton={<RemoveButton />}
      addButton={<AddButton label={addLabel} item={newItem} />}
      // On a phone the number stands above the first field, whose label lies on its frame.
      sx={{ '& .RaSimpleFormIterator-index': { mb: { xs: 1.5, sm: 0 } } }}
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

/** react-admin's goes with its item, and the focus with it. Here the keyboard goes on where the item was. */
function RemoveButton() {
  const { remove, index } = useSimpleFormIteratorItem()
  const { source } = useSimpleFormIterator()
  function removeAndGoOn({ currentTarget }: MouseEvent) {
    const list = currentTarget.closest('ul')?.parentElement
    remove()
    // The rows are drawn anew first, all of those behind it too.
    requestAnimationFrame(() => {
      const items = list?.querySelectorAll('.RaSimpleFormIterator-line') ?? []
      const next = items[index] ?? items[index - 1] ?? list?.querySelector('.RaSimpleFormIterator-add')
      next?.querySelector<HTMLElement>('input, textarea, [role="combobox"], button')?.focus()
    })
  }
  return (
    <IconButtonWithTooltip
      label="ra.action.remove"
      size="small"
      color="warning"
      className={`button-remove button-remove-${source}-${index}`}
      onClick={removeAndGoOn}
    >
      <Icon name="minus" />
    </IconButtonWithTooltip>
  )
}
