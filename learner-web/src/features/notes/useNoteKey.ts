import { useEffect, useRef } from 'react'

const TYPED_IN = 'input, textarea, select, [contenteditable], dialog'

/** The key n begins a note, unless something is being typed or a dialog is open. */
export function useNoteKey(begin: () => void): void {
  const latest = useRef(begin)
  latest.current = begin
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'n' || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (event.target instanceof Element && event.target.closest(TYPED_IN)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
