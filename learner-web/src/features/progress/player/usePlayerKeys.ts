import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { letterKeysAtom } from '../../../lib/letter-keys.ts'
import { actionOfKey, type KeyAction } from './player-keys.ts'

export function usePlayerKeys(stage: HTMLElement, act: (action: KeyAction) => void): void {
  const everywhere = useAtomValue(letterKeysAtom)
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return
      const action = actionOfKey(event, stage, everywhere)
      if (action === null) return
      event.preventDefault()
      latest.current(action)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [stage, everywhere])
}
