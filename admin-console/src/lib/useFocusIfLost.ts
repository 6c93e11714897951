import { type RefObject, useEffect, useRef } from 'react'

/**
 * Once it is time, what the ref names gets the focus, if what had it is gone: whoever works by keyboard goes on there, and not at the top of the
 * page. It needs a `tabIndex` of -1.
 */
export function useFocusIfLost<T extends HTMLElement>(isTime = true): RefObject<T | null> {
  const target = useRef<T>(null)
  useEffect(() => {
    if (isTime && (!document.activeElement || document.activeElement === document.body)) target.current?.focus()
  }, [isTime])
  return target
}
