import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { buttonClass } from '../Button.tsx'
import { Icon, type IconName } from '../Icon.tsx'
import { Link } from '../Link.tsx'
import styles from './overlays.module.css'

export interface MenuItem {
  label: string
  icon?: IconName
  /** Link target; items without one are buttons. */
  to?: string
  onSelect?: () => void
}

interface Props {
  label: string
  /** Content of the button; its accessible name is always `label`. */
  children: ReactNode
  items: MenuItem[]
  className?: string | undefined
}

/** A button that opens a menu in a popover. Escape or a click outside closes it; the arrow keys, Home and End move the focus. */
export function Menu({ label, children, items, className }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  const itemElements = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  const positionBelowButton = () => {
    const popover = list.current
    const anchor = button.current?.getBoundingClientRect()
    if (!popover || !anchor) return
    popover.style.top = `${anchor.bottom + 6}px`
    popover.style.right = `${Math.max(8, document.documentElement.clientWidth - anchor.right)}px`
  }
  const moveFocus = (event: KeyboardEvent) => {
    const all = itemElements()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    all.at(next % all.length)?.focus()
  }
  const close = () => list.current?.hidePopover()

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className ?? buttonClass({ size: 'small' })}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          list.current?.showPopover()
        }}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        onBeforeToggle={(event) => event.newState === 'open' && positionBelowButton()}
        onToggle={(event) => event.newState === 'open' && itemElements()[0]?.focus()}
        onKeyDown={moveFocus}
      >
        {items.map((item) => (
          <Item key={item.label} item={item} onDone={close} />
        ))}
      </div>
    </>
  )
}

function Item({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const content = (
    <>
      {item.icon && <Icon name={item.icon} size={18} />}
      {item.label}
    </>
  )
  const select = () => {
    onDone()
    item.onSelect?.()
  }
  if (item.to !== undefined) {
    return (
      <Link to={item.to} role="menuitem" className={styles.item} onClick={select}>
        {content}
      </Link>
    )
  }
  return (
    <button type="button" role="menuitem" className={styles.item} onClick={select}>
      {content}
    </button>
  )
}
