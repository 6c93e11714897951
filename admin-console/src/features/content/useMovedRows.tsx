import { type KeyboardEvent, useRef } from 'react'
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import styles from './moved-rows.module.css'

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
