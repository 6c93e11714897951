import { storedAtom } from '@flagyard/ui/storage'
import { getDefaultStore } from 'jotai/vanilla'
import { parseStored } from '../../../lib/parse-stored.ts'

/** Maximum 2: between two heartbeats, the server counts at most twice the elapsed time. */
export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2]

export interface PlayerSettings {
  speed: number
  /** From 0 to 1. */
  volume: number
  muted: boolean
  captions: boolean
  /** Language of the captions. Videos without it use their first language. */
  language: string
  captionsInPicture: boolean
  /** Opens the next lesson automatically at the end of a video. */
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

export const playerSettingsAtom = storedAtom('player', settingsOf, JSON.stringify)

/** Applies to the current video immediately, and to later ones in this browser. */
export function changePlayerSettings(changes: Partial<PlayerSettings>): void {
  const store = getDefaultStore()
  store.set(playerSettingsAtom, { ...store.get(playerSettingsAtom), ...changes })
}

/** Stored settings. Missing or invalid ones get their defaults. */
export function settingsOf(text: string | null): PlayerSettings {
  const saved = { ...(parseStored(text) as Record<string, unknown> | undefined) }
  const valid = Object.entries(defaults).map(([key, value]) => [
    key,
    typeof saved[key] === typeof value ? saved[key] : value,
  ])
  const found: PlayerSettings = Object.fromEntries(valid)
  return {
    ...found,
    speed: SPEEDS.includes(found.speed) ? found.speed : defaults.speed,
    volume: Math.min(1, Math.max(0, found.volume)),
  }
}
