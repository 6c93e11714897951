import type { VideoUrl } from '@flagyard/api-types'
import { useAtomValue } from 'jotai'
import { getDefaultStore } from 'jotai/vanilla'
import { useEffect, useEffectEvent } from 'react'
import * as t from '../../../messages/en/progress.ts'
import { letterKeysAtom } from '../../../shell/LetterKeys.tsx'
import { changePlayerSettings, playerSettingsAtom, SPEEDS } from './settings.ts'
import type { Media } from './useMedia.ts'

export type KeyAction =
  | 'play'
  | 'back10'
  | 'forward10'
  | 'back5'
  | 'forward5'
  | 'captions'
  | 'fullScreen'
  | 'mute'
  | 'slower'
  | 'faster'
  | 'pictureInPicture'
  | 'help'
  | { tenth: number }

const actions: Record<string, KeyAction> = {
  ' ': 'play',
  k: 'play',
  j: 'back10',
  l: 'forward10',
  ArrowLeft: 'back5',
  ArrowRight: 'forward5',
  c: 'captions',
  f: 'fullScreen',
  m: 'mute',
  '<': 'slower',
  '>': 'faster',
  p: 'pictureInPicture',
  '?': 'help',
}

export const KEY_MAP: readonly { keys: string[]; action: string }[] = [
  { keys: [t.spaceKey, 'K'], action: t.playOrPause },
  { keys: ['J', 'L'], action: t.tenSecondsBackOrForward },
  { keys: ['←', '→'], action: t.fiveSecondsBackOrForward },
  { keys: ['0', '–', '9'], action: t.jumpToTenth },
  { keys: ['<', '>'], action: t.slowerOrFaster },
  { keys: ['C'], action: t.captionsOnOrOff },
  { keys: ['M'], action: t.muteOrUnmute },
  { keys: ['F'], action: t.fullScreen },
  { keys: ['P'], action: t.pictureInPicture },
  { keys: ['N'], action: t.writeNoteKey },
  { keys: ['?'], action: t.showShortcuts },
]

/** Action of a key event; null if the focused element needs the key itself. */
export function actionOfKey(event: KeyboardEvent, stage: HTMLElement, everywhere: boolean): KeyAction | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null
  const focused = event.target instanceof Element ? event.target : document.body
  if (focused.closest('dialog, [popover], [role=menu]') || !(everywhere || stage.contains(focused))) return null
  if (acceptsText(focused)) return null
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (key === ' ' && (usesSpace(focused) || !isInView(stage))) return null
  if (key.startsWith('Arrow') && !(stage.contains(focused) || isUnfocused(focused))) return null
  if (/^\d$/.test(key)) return { tenth: Number(key) }
  return actions[key] ?? null
}

const acceptsText = (focused: Element) =>
  focused.matches('textarea, select, input:not([type=range], [type=checkbox], [type=radio])') ||
  (focused instanceof HTMLElement && focused.isContentEditable)

const usesSpace = (focused: Element) =>
  focused.closest('button, a, summary, input:not([type=range]), [role=button]') !== null

/** True if no control has the focus: it is on the page, or on an element focused by script. */
const isUnfocused = (focused: Element) => focused === document.body || focused.matches('[tabindex="-1"]')

/** If the player is out of view, Space scrolls the page as usual. */
function isInView(stage: HTMLElement): boolean {
  const { top, bottom } = stage.getBoundingClientRect()
  return Math.min(bottom, innerHeight) - Math.max(top, 0) > (bottom - top) / 2
}

export function usePlayerKeys(stage: HTMLElement, act: (action: KeyAction) => void): void {
  const everywhere = useAtomValue(letterKeysAtom)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('dialog[open]')) return
    const action = actionOfKey(event, stage, everywhere)
    if (action === null) return
    event.preventDefault()
    act(action)
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

interface Player {
  media: Media
  video: HTMLVideoElement
  duration: number
  captions: VideoUrl['captions']
  onSeek: (second: number) => void
  showKeys: () => void
}

export function runKeyAction(action: KeyAction, { media, video, duration, captions, onSeek, showKeys }: Player): void {
  const { speed, captions: captionsOn } = getDefaultStore().get(playerSettingsAtom)
  const move = (seconds: number) => onSeek(Math.max(0, Math.min(duration, video.currentTime + seconds)))
  const changeSpeed = (by: 1 | -1) => changePlayerSettings({ speed: SPEEDS[SPEEDS.indexOf(speed) + by] ?? speed })
  if (typeof action === 'object') {
    onSeek((duration * action.tenth) / 10)
    return
  }
  const acts: Record<typeof action, () => void> = {
    play: media.togglePlay,
    back10: () => move(-10),
    forward10: () => move(10),
    back5: () => move(-5),
    forward5: () => move(5),
    captions: () => captions.length > 0 && changePlayerSettings({ captions: !captionsOn }),
    fullScreen: media.toggleFullScreen,
    mute: media.toggleMuted,
    slower: () => changeSpeed(-1),
    faster: () => changeSpeed(1),
    pictureInPicture: media.togglePictureInPicture,
    help: showKeys,
  }
  acts[action]()
}
