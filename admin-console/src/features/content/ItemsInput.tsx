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
  /** Name of one item: `Flag`. */
  itemLabel: string
  /** Label of the add button. */
  addLabel: string
  /** Defaults of a new item. */
  newItem: Record<string, unknown>
  /** Shown above the items. */
  before?: ReactNode
  children: ReactNode
}

/** A numbered list of subforms with buttons to add, move and remove items. */
export const ItemsInput = ({ source, itemLabel, addLabel, newItem, before, children }: Props) => (
  <ArrayInput source={source} label={false} helperText={false}>
    {before}
    <SimpleFormIterator
      fullWidth
      disableClear
      getItemLabel={(index) => `${itemLabel} ${index + 1}`}
      removeButton={<RemoveButton />}
      addButton={<AddButton label={addLabel} item={newItem} />}
      // On a phone the number is above the first field, and needs space from the label on that field's border.
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

/** react-admin's button is removed with its item and loses the focus. This one moves the focus to the next item. */
function RemoveButton() {
  const { remove, index } = useSimpleFormIteratorItem()
  const { source } = useSimpleFormIterator()
  function removeAndGoOn({ currentTarget }: MouseEvent) {
    const list = currentTarget.closest('ul')?.parentElement
    remove()
    // Waits until the remaining rows are rendered.
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
