import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { type ReactNode, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import {
  type Identifier,
  useCreatePath,
  useListContext,
  useRecordContext,
  useResourceContext,
  useResourceDefinition,
  useStore,
} from 'react-admin'
import { Link, useLocation, useNavigationType } from 'react-router-dom'

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

interface Opened {
  id: Identifier
  /** Filter and sort of the list when the row was opened; `scrollTop` is its scroll position. */
  search: string
  scrollTop: number
}

export const useOpenedRow = () => useStore<Opened | null>(`${useResourceContext()}.openedRow`, null)

/** Remembers the opened row and the state of the list. */
function useRememberRow() {
  const [, setOpened] = useOpenedRow()
  return useCallback(
    (id: Identifier) => setOpened({ id, search: location.search, scrollTop: scrollBox()?.scrollTop ?? 0 }),
    [setOpened],
  )
}

/** On return from a row's page, restores the scroll position and focuses the row. */
export function useReturnToRow(list: RefObject<HTMLElement | null>) {
  const { data } = useListContext()
  const [opened] = useOpenedRow()
  const { state } = useLocation()
  const isReturning = useNavigationType() === 'POP' || state?.returning === true
  const returnedFrom = useRef(isReturning ? opened : null)
  useEffect(() => {
    const from = returnedFrom.current
    if (!from || !data || !list.current) return
    returnedFrom.current = null
    const row = data.findIndex(({ id }) => id === from.id)
    if (row < 0) return
    const box = scrollBox()
    if (box) box.scrollTop = from.scrollTop
    focusRow(list.current, row)
  }, [data, list])
}

/** The row elements of a list, in the table or in the phone list. */
const rowsIn = (list: HTMLElement) => [
  ...list.querySelectorAll<HTMLElement>('.RaDataTable-tbody > tr, .rows-on-phone > li'),
]

/** The scroll container of the rows; null on a phone, where the page scrolls. */
const scrollBox = () => document.querySelector('.RaDataTable-tableWrapper')

function focusRow(list: HTMLElement, index: number) {
  const row = rowsIn(list)[index]
  if (!row) return
  row.tabIndex = -1
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

/** Link to a row's page, stretched over the whole row. It remains a real link, so Ctrl-click, keyboard and touch work as usual. */
export function RecordLink({ children }: { children: ReactNode }) {
  const record = useRecordContext()
  const { name, hasEdit } = useResourceDefinition()
  const createPath = useCreatePath()
  const remember = useRememberRow()
  if (!record || !hasEdit) return <>{children}</>
  return (
    <Link
      className="record-link"
      to={createPath({ resource: name, type: 'edit', id: record.id })}
      onClick={() => remember(record.id)}
    >
      {children}
    </Link>
  )
}
