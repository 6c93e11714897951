import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the ref's element when `isTime` becomes true, if the focused element has been removed. Keyboard users would otherwise restart at
 * the top of the page. The element needs a `tabIndex` of -1.
 */
export function useFocusIfLost<T extends HTMLElement>(isTime = true): RefObject<T | null> {
  const target = useRef<T>(null)
  useEffect(() => {
    if (isTime && (!document.activeElement || document.activeElement === document.body)) target.current?.focus()
  }, [isTime])
  return target
}
