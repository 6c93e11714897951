import type { VideoUrl } from '@flagyard/api-types'
import { getDefaultStore } from 'jotai/vanilla'
import type { KeyAction } from './player-keys.ts'
import { changePlayerSettings, playerSettingsAtom, SPEEDS } from './settings.ts'
import type { Media } from './useMedia.ts'

interface Played {
  media: Media
  video: HTMLVideoElement
  duration: number
  captions: VideoUrl['captions']
  onSeek: (second: number) => void
  showKeys: () => void
}

/** Runs the action of a keyboard shortcut. */
export function actOnVideo(action: KeyAction, { media, video, duration, captions, onSeek, showKeys }: Played): void {
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
