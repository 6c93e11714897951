import { Icon } from '@flagyard/ui/Icon'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useArrayInput } from 'react-admin'
import { Button } from 'react-aria-components/Button'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { useFormContext, useWatch } from 'react-hook-form'
import contentStyles from './content.module.css'
import styles from './moved-rows.module.css'

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
    setSaid(`Moved “${items[from]?.name}” to position ${to + 1} of ${items.length}.`)
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
                <Button className={styles.handle ?? ''} aria-label={`Remove ${item.name}`} onPress={() => onRemove(at)}>
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

interface ItemsOrderProps<T> {
  /** Form array to reorder: `flags`. */
  source: string
  /** Name of one item: `flag`. */
  itemLabel: string
  /** First field of an item's subform, focused by Enter. */
  firstField: keyof T & string
  /** Item is partial, because new items have empty fields. */
  nameOf: (item: Partial<T>, at: number) => string
  /** Text at the end of the item's row. */
  noteOf: (item: Partial<T>) => string
}

/** The items of a form as a list that can be reordered by dragging. */
export function ItemsOrder<T>({ source, itemLabel, firstField, nameOf, noteOf }: ItemsOrderProps<T>) {
  const { fields, move } = useArrayInput()
  const { setFocus } = useFormContext()
  const values: Partial<T>[] = useWatch({ name: source }) ?? []
  if (fields.length < 2) return null
  const items = fields.map(({ id }, at) => {
    const value = values[at] ?? {}
    return { id, name: nameOf(value, at), note: noteOf(value) }
  })
  return (
    <div className={contentStyles.order}>
      <p className={contentStyles.quiet}>
        Drag a {itemLabel} to reorder, or press Alt with ↑ or ↓. Press Enter to edit.
      </p>
      <OrderList
        label={`Order of the ${itemLabel}s`}
        items={items}
        move={move}
        onOpen={(_, at) => setFocus(`${source}.${at}.${firstField}`)}
      >
        {({ note }) => <span className={contentStyles.quiet}>{note}</span>}
      </OrderList>
    </div>
  )
}

/** Drop target: before, after or inside another row. */
export interface Place {
  key: string
  at: 'before' | 'after' | 'in'
}

interface Moves {
  isDisabled?: boolean
  /** True if the row can be dropped there. */
  fits: (key: string, place: Place) => boolean
  move: (key: string, place: Place) => void
  moveBy: (key: string, by: -1 | 1) => void
}

/**
 * Makes rows of a react-aria list or tree movable: by mouse, by their drag handle and the arrow keys (announced to screen readers), or by
 * one step with Alt and an arrow key.
 */
export function useMovedRows({ isDisabled = false, fits, move, moveBy }: Moves) {
  const dragged = useRef<string>(undefined)
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key), [ROW]: String(key) })),
    acceptedDragTypes: [ROW],
    onDragStart: ({ keys }) => {
      dragged.current = String([...keys][0])
    },
    getDropOperation: (target) =>
      target.type === 'item' && dragged.current && fits(dragged.current, placeOf(target)) ? 'move' : 'cancel',
    onMove: ({ keys, target }) => {
      const key = [...keys][0]
      if (key !== undefined) move(String(key), placeOf(target))
    },
    renderDropIndicator: (target) => <DropIndicator target={target} className={styles.drop ?? ''} />,
  })
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const key = event.target instanceof Element && event.target.closest('[data-key]')?.getAttribute('data-key')
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
    if (!key || !event.altKey || !by || isDisabled) return
    event.preventDefault()
    event.stopPropagation()
    moveBy(key, by)
  }
  return { dragAndDropHooks, onKeyDownCapture }
}

const ROW = 'application/x-flagyard-row'
const POSITIONS = { before: 'before', after: 'after', on: 'in' } as const

const placeOf = ({ key, dropPosition }: { key: string | number; dropPosition: 'on' | 'before' | 'after' }): Place => ({
  key: String(key),
  at: POSITIONS[dropPosition],
})
