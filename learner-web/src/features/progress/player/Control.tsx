import { classNames } from '@flagyard/ui/class-names'
import { iconPaths, LineIcon } from '@flagyard/ui/Icon'
import * as t from '../../../messages/en/progress.ts'
import styles from './Player.module.css'
import type { Media } from './useMedia.ts'

interface ControlProps {
  icon: keyof typeof playerIcons
  label: string
  pressed?: boolean
  onClick: () => void
}

export const Control = ({ icon, label, pressed, onClick }: ControlProps) => (
  <button
    type="button"
    className={classNames(styles.button, pressed && styles.on)}
    aria-label={label}
    aria-pressed={pressed}
    title={label}
    onClick={onClick}
  >
    <LineIcon path={playerIcons[icon]} size={22} />
  </button>
)

/** Mute button and volume slider. Hidden on phones, which have volume keys. */
export function Volume({ media }: { media: Media }) {
  const { mediaMuted = false, mediaVolume = 1, mediaVolumeUnavailable } = media.state
  const silent = mediaMuted || mediaVolume === 0
  return (
    <span className={styles.wide}>
      <Control icon={silent ? 'muted' : 'volume'} label={silent ? t.unmute : t.mute} onClick={media.toggleMuted} />
      {mediaVolumeUnavailable === undefined && (
        <input
          type="range"
          className={styles.volume}
          min={0}
          max={100}
          step={5}
          value={mediaMuted ? 0 : Math.round(mediaVolume * 100)}
          aria-label={t.volume}
          aria-valuetext={`${mediaMuted ? 0 : Math.round(mediaVolume * 100)}%`}
          onKeyDown={(event) => event.key.startsWith('Arrow') && event.stopPropagation()}
          onChange={(event) => media.setVolume(event.currentTarget.valueAsNumber / 100)}
        />
      )}
    </span>
  )
}

export const playerIcons = {
  ...iconPaths,
  captions: 'M3.5 5.5h17v13h-17zM10.5 10.4a2.2 2.2 0 1 0 0 3.2M16.8 10.4a2.2 2.2 0 1 0 0 3.2',
  expand: 'M9 4.5H4.5V9M15 4.5h4.5V9M9 19.5H4.5V15M15 19.5h4.5V15',
  forward: 'M19.5 5v4.5H15M19 9.5a7.5 7.5 0 1 0 .5 4',
  muted: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  pause: 'M8 5.5v13M16 5.5v13',
  pictureInPicture: 'M3.5 5h17v14h-17zM12.5 12.5h5v4h-5z',
  rewind: 'M4.5 5v4.5H9M5 9.5a7.5 7.5 0 1 1-.5 4',
  settings: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h2M10 12h10M8 10v4',
  shrink: 'M4.5 9H9V4.5M19.5 9H15V4.5M4.5 15H9v4.5M19.5 15H15v4.5',
  volume: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
} as const
