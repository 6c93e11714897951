import type { VideoUrl } from '@flagyard/api-types'
import { Icon } from '@flagyard/ui/Icon'
import { useStore } from '@flagyard/ui/store'
import { useId, useRef } from 'react'
import styles from './Player.module.css'
import { changePlayerSettings, playerSettings } from './settings.ts'

/** It stays in the window also where the button is at its top. */
const PANEL_HEIGHT = 220

interface Props {
  captions: VideoUrl['captions']
  lang: string | undefined
  onKeys: () => void
}

/** A button with what this browser remembers of playing. */
export function PlayerSettings({ captions, lang, onKeys }: Props) {
  const id = useId()
  const settings = useStore(playerSettings)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLFieldSetElement>(null)
  const positionAboveButton = () => {
    const anchor = button.current?.getBoundingClientRect()
    if (!anchor || !panel.current) return
    const bottom = Math.min(innerHeight - anchor.top + 6, innerHeight - PANEL_HEIGHT - 8)
    panel.current.style.bottom = `${Math.max(8, bottom)}px`
    panel.current.style.right = `${Math.max(8, document.documentElement.clientWidth - anchor.right)}px`
  }
  return (
    <>
      <button ref={button} type="button" className={styles.button} popoverTarget={id} aria-label="Settings">
        <Icon name="settings" />
      </button>
      <fieldset
        ref={panel}
        id={id}
        popover="auto"
        aria-label="Settings of the player"
        className={styles.settings}
        onBeforeToggle={(event) => event.newState === 'open' && positionAboveButton()}
      >
        {captions.length > 0 && (
          <>
            <label>
              Captions
              <select
                value={lang ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  changePlayerSettings(value ? { captions: true, language: value } : { captions: false })
                }
              >
                <option value="">Off</option>
                {captions.map((one) => (
                  <option key={one.lang} value={one.lang}>
                    {one.label}
                  </option>
                ))}
              </select>
            </label>
            <label>
              Where
              <select
                value={settings.captionsInPicture ? 'in' : 'under'}
                onChange={({ currentTarget: { value } }) => changePlayerSettings({ captionsInPicture: value === 'in' })}
              >
                <option value="under">Under the picture</option>
                <option value="in">In the picture</option>
              </select>
            </label>
          </>
        )}
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={settings.upNext}
            onChange={(event) => changePlayerSettings({ upNext: event.currentTarget.checked })}
          />
          Go on to the next lesson
        </label>
        <button
          type="button"
          className={styles.textButton}
          onClick={() => {
            panel.current?.hidePopover()
            onKeys()
          }}
        >
          Keys of the player
        </button>
      </fieldset>
    </>
  )
}
