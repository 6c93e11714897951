import { storedAtom } from '@flagyard/ui/stored-atom'
import { getDefaultStore } from 'jotai/vanilla'

/** At most 2: between two heartbeats the server counts no more than twice the time that has passed. */
export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2]

export interface PlayerSettings {
  speed: number
  /** From 0 to 1. */
  volume: number
  muted: boolean
  captions: boolean
  /** The language of the captions; of a film that lacks it, the first that it has. */
  language: string
  captionsInPicture: boolean
  /** At the end of a film the next lesson opens by itself. */
  upNext: boolean
}

const defaults: PlayerSettings = {
  speed: 1,
  volume: 1,
  muted: false,
  captions: true,
  language: '',
  captionsInPicture: false,
  upNext: true,
}

/** How films play in this browser. */
export const playerSettingsAtom = storedAtom('player', settingsOf, JSON.stringify)

/** Applies to this film at once, and to those that follow in this browser. */
export function changePlayerSettings(changes: Partial<PlayerSettings>): void {
  const store = getDefaultStore()
  store.set(playerSettingsAtom, { ...store.get(playerSettingsAtom), ...changes })
}

/** What was saved, as far as it is still understood; the rest as at first. */
export function settingsOf(text: string | null): PlayerSettings {
  const saved = objectOf(text)
  const kept = Object.entries(defaults).map(([key, value]) => [
    key,
    typeof saved[key] === typeof value ? saved[key] : value,
  ])
  const found: PlayerSettings = Object.fromEntries(kept)
  return {
    ...found,
    speed: SPEEDS.includes(found.speed) ? found.speed : defaults.speed,
    volume: Math.min(1, Math.max(0, found.volume)),
  }
}

function objectOf(text: string | null): Record<string, unknown> {
  try {
    const saved: unknown = JSON.parse(text ?? '{}')
    return typeof saved === 'object' && saved !== null ? { ...saved } : {}
  } catch {
    return {}
  }
}
