import { classNames } from '@flagyard/ui/class-names'
import { LineIcon } from '@flagyard/ui/Icon'
import styles from './Player.module.css'
import { playerIcons } from './player-icons.ts'
import type { Media } from './useMedia.ts'

interface ControlProps {
  icon: keyof typeof playerIcons
  label: string
  /** State of a toggle button. */
  pressed?: boolean
  onClick: () => void
}

/** A button of the player, large enough for touch. */
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
      <Control icon={silent ? 'muted' : 'volume'} label={silent ? 'Unmute' : 'Mute'} onClick={media.toggleMuted} />
      {mediaVolumeUnavailable === undefined && (
        <input
          type="range"
          className={styles.volume}
          min={0}
          max={100}
          step={5}
          value={mediaMuted ? 0 : Math.round(mediaVolume * 100)}
          aria-label="Volume"
          aria-valuetext={`${mediaMuted ? 0 : Math.round(mediaVolume * 100)}%`}
          onKeyDown={(event) => event.key.startsWith('Arrow') && event.stopPropagation()}
          onChange={(event) => media.setVolume(event.currentTarget.valueAsNumber / 100)}
        />
      )}
    </span>
  )
}
