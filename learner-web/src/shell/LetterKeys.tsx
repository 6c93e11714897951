import { Checkbox } from '@flagyard/ui/Form'
import { storedAtom } from '@flagyard/ui/storage'
import { useAtom } from 'jotai'
import { getDefaultStore } from 'jotai/vanilla'
import { type RefObject, useEffect, useEffectEvent } from 'react'

/** True if single-key shortcuts work anywhere on the page; false (stored as `off`) limits them to when their component has the focus. */
export const letterKeysAtom = storedAtom(
  'letter_keys',
  (text) => text !== 'off',
  (everywhere) => (everywhere ? 'on' : 'off'),
)

const TYPED_IN = 'input, textarea, select, [contenteditable], dialog'

/**
 * Single-key shortcut, ignored while typing or while a dialog is open. If the user has disabled global shortcuts, it only works while
 * `region` has the focus (WCAG 2.1.4).
 */
export function useLetterKey(letter: string, region: RefObject<HTMLElement | null>, act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== letter || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    const focused = event.target instanceof Element ? event.target : document.body
    if (focused.closest(TYPED_IN) || document.querySelector('dialog[open]')) return
    if (!getDefaultStore().get(letterKeysAtom) && !region.current?.contains(focused)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** Setting for single-key shortcuts, stored in this browser. Shown in the player's list of shortcuts and in the profile. */
export function LetterKeysChoice(words: { label: string; hint?: string }) {
  const [everywhere, setEverywhere] = useAtom(letterKeysAtom)
  return (
    <Checkbox
      name="letter-keys"
      {...words}
      checked={everywhere}
      onChange={(event) => setEverywhere(event.target.checked)}
    />
  )
}
