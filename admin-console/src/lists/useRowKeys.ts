import { type RefObject, useEffect, useState } from 'react'

/** What the keys of a list do, in the words of its help. */
export const rowKeys: [keys: string, does: string][] = [
  ['/', 'Search'],
  ['j  or  ↓', 'Next row'],
  ['k  or  ↑', 'Row before'],
  ['x', 'Choose the row, or not'],
  ['Enter', 'Open the row'],
  ['?', 'Show these keys'],
]

/**
 * A list by keyboard. The row that a key leads to has the focus itself, so that screen readers read it and the page follows.
 * Keys belong to whatever one types into, to an open dialog and to the browser's own shortcuts first.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>) {
  const [help, setHelp] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const root = list.current
      if (!root || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      const row = rowAt(root)
      const done = act(event.key, root, row, () => setHelp(true))
      if (done) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [list])
  return { help, closeHelp: () => setHelp(false), openHelp: () => setHelp(true) }
}

/** Whether the key was one of ours. Arrows scroll the page until a row has the focus. */
function act(key: string, root: HTMLElement, row: HTMLElement | undefined, showHelp: () => void): boolean {
  if (key === '?') showHelp()
  else if (key === '/') return focus(root.querySelector<HTMLElement>('[data-search] input'))
  else if (key === 'j' || (key === 'ArrowDown' && row)) return focus(neighbour(root, row, 1))
  else if (key === 'k' || (key === 'ArrowUp' && row)) return focus(neighbour(root, row, -1))
  else if (key === 'x' && row) row.querySelector<HTMLElement>('input[type="checkbox"]')?.click()
  else if (key === 'Enter' && row && document.activeElement === row) row.querySelector('a')?.click()
  else return false
  return true
}

const rowsOf = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('[data-rows] tbody tr, [data-rows] li')]

/** The row that holds the focus, itself or by something inside. */
const rowAt = (root: HTMLElement) => rowsOf(root).find((row) => row.contains(document.activeElement))

function neighbour(root: HTMLElement, row: HTMLElement | undefined, step: 1 | -1): HTMLElement | undefined {
  const rows = rowsOf(root)
  const at = row ? rows.indexOf(row) + step : step === 1 ? 0 : rows.length - 1
  return rows[Math.max(0, Math.min(rows.length - 1, at))]
}

function focus(element: HTMLElement | null | undefined): boolean {
  if (!element) return false
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus()
  element.scrollIntoView({ block: 'nearest' })
  return true
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox'
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName)
}
