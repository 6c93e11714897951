import { Icon } from '@flagyard/ui/Icon'
import { type ReactNode, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import styles from './moved-rows.module.css'
import { useMovedRows } from './useMovedRows.tsx'

interface Item {
  id: string
  name: string
}

interface Props<T extends Item> {
  label: string
  items: readonly T[]
  move: (from: number, to: number) => void
  /** Called on Enter or a click on a row. */
  onOpen?: (item: T, at: number) => void
  /** If set, each row has buttons to move and remove it. */
  onRemove?: (at: number) => void
  /** Renders a note at the end of the row. */
  children?: (item: T) => ReactNode
}

/** A list that can be reordered by dragging or with Alt and an arrow key. */
export function OrderList<T extends Item>({ label, items, move, onOpen, onRemove, children }: Props<T>) {
  const [said, setSaid] = useState('')
  const placeOf = (key: string) => items.findIndex(({ id }) => id === key)
  const moveTo = (from: number, to: number) => {
    if (from < 0 || to < 0 || to >= items.length || from === to) return
    move(from, to)
    setSaid(`“${items[from]?.name}” is ${to + 1} of ${items.length}.`)
  }
  const { dragAndDropHooks, onKeyDownCapture } = useMovedRows({
    fits: (key, place) => key !== place.key && place.at !== 'in',
    move: (key, place) => {
      const [from, beside] = [placeOf(key), placeOf(place.key)]
      // Rows below the dragged one move up.
      moveTo(from, beside + (place.at === 'after' ? 1 : 0) - (from < beside ? 1 : 0))
    },
    moveBy: (key, by) => moveTo(placeOf(key), placeOf(key) + by),
  })
  return (
    <div onKeyDownCapture={onKeyDownCapture}>
      <GridList
        aria-label={label}
        className={styles.list ?? ''}
        items={items.map((item, at) => ({ id: item.id, item, at }))}
        dragAndDropHooks={dragAndDropHooks}
        onAction={(key) => {
          const at = placeOf(String(key))
          const item = items[at]
          if (item) onOpen?.(item, at)
        }}
      >
        {({ item, at }) => (
          <GridListItem id={item.id} textValue={item.name} className={styles.row ?? ''}>
            <Button slot="drag" className={styles.handle ?? ''} aria-label={`Move ${item.name}`}>
              <Icon name="menu" size={16} />
            </Button>
            <span className={styles.name}>{item.name}</span>
            {children?.(item)}
            {onRemove && (
              <>
                <Button
                  className={`${styles.handle} ${styles.up}`}
                  aria-label={`Move ${item.name} up`}
                  isDisabled={at === 0}
                  onPress={() => moveTo(at, at - 1)}
                >
                  <Icon name="chevron" size={16} />
                </Button>
                <Button
                  className={styles.handle ?? ''}
                  aria-label={`Move ${item.name} down`}
                  isDisabled={at === items.length - 1}
                  onPress={() => moveTo(at, at + 1)}
                >
                  <Icon name="chevron" size={16} />
                </Button>
                <Button
                  className={styles.handle ?? ''}
                  aria-label={`Take out ${item.name}`}
                  onPress={() => onRemove(at)}
                >
                  <Icon name="close" size={16} />
                </Button>
              </>
            )}
          </GridListItem>
        )}
      </GridList>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  )
}
