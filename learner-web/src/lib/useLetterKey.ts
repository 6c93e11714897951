import { useEffect, useRef } from 'react'

const TYPED_IN = 'input, textarea, select, [contenteditable], dialog'

/** Runs an action by a single letter, unless something is being typed or a dialog is open. */
export function useLetterKey(letter: string, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== letter || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (event.target instanceof Element && event.target.closest(TYPED_IN)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [letter])
}
