import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { type Identifier, useListContext, useResourceContext, useStore } from 'react-admin'
import { useLocation, useNavigationType } from 'react-router-dom'
import { focusRow, scrollBox } from './rows.ts'

interface Opened {
  id: Identifier
  /** Filter and sort of the list when the row was opened; `scrollTop` is its scroll position. */
  search: string
  scrollTop: number
}

export const useOpenedRow = () => useStore<Opened | null>(`${useResourceContext()}.openedRow`, null)

/** Remembers the opened row and the state of the list. */
export function useRememberRow() {
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
