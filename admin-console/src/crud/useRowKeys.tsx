import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { type RefObject, Suspense, useEffect, useState } from 'react'
import { focusRow, rowsIn } from './rows.ts'

const KeysHelp = lazyScreen(() => import('./KeysHelp.tsx'))

/**
 * Keyboard shortcuts of a list. They move the real focus, so that screen readers announce the row and the page scrolls. Ignored in text
 * fields, while a dialog is open, and in combination with modifier keys.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const root = list.current
      if (!root || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || document.querySelector(OPEN)) return
      if (act(event.key, root, () => setOpen(true))) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [list])
  const help = open && (
    <Suspense>
      <KeysHelp onClose={() => setOpen(false)} />
    </Suspense>
  )
  return { help, openHelp: () => setOpen(true) }
}

/** Open dialogs and menus. Ones kept mounted while closed are hidden and do not count. */
const OPEN = 'dialog[open], .MuiModal-root:not(.MuiModal-hidden)'

/** Returns whether the key was handled. Arrow keys scroll the page until a row is focused. */
function act(key: string, list: HTMLElement, showHelp: () => void): boolean {
  const rows = rowsIn(list)
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[at]
  const last = rows.length - 1
  if (key === '?') showHelp()
  else if (key === '/') list.querySelector<HTMLElement>('[data-search] input')?.focus()
  else if (key === 'j' || (key === 'ArrowDown' && row)) focusRow(list, Math.min(at + 1, last))
  else if (key === 'k' || (key === 'ArrowUp' && row)) focusRow(list, row ? Math.max(at - 1, 0) : last)
  else if (key === 'x' && row) row.querySelector<HTMLElement>('input[type="checkbox"]')?.click()
  else if (key === 'Enter' && row && document.activeElement === row)
    row.querySelector<HTMLElement>('a.record-link')?.click()
  else return false
  return true
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox'
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName)
}
