import { useStore } from '@flagyard/ui/store'
import { useEffect, useRef } from 'react'
import { actionOfKey, type KeyAction } from './player-keys.ts'
import { playerSettings } from './settings.ts'

/** Lets single keys play a film. */
export function usePlayerKeys(stage: HTMLElement, act: (action: KeyAction) => void): void {
  const { keysEverywhere } = useStore(playerSettings)
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return
      const action = actionOfKey(event, stage, keysEverywhere)
      if (action === null) return
      event.preventDefault()
      latest.current(action)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [stage, keysEverywhere])
}
