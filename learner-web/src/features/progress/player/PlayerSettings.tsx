import type { VideoUrl } from '@flagyard/api-types'
import { LineIcon } from '@flagyard/ui/Icon'
import { useAtomValue } from 'jotai'
import { useId, useRef } from 'react'
import * as t from '../../../messages/en/progress.ts'
import { playerIcons } from './Control.tsx'
import styles from './Player.module.css'
import { changePlayerSettings, playerSettingsAtom } from './settings.ts'

/** Size of the panel in pixels, used to keep it within the window when the button is near an edge. */
const PANEL = { width: 320, height: 220 }

interface Props {
  captions: VideoUrl['captions']
  lang: string | undefined
  onKeys: () => void
}

export function PlayerSettings({ captions, lang, onKeys }: Props) {
  const id = useId()
  const settings = useAtomValue(playerSettingsAtom)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLFieldSetElement>(null)
  const positionAboveButton = () => {
    const anchor = button.current?.getBoundingClientRect()
    if (!anchor || !panel.current) return
    const bottom = Math.min(innerHeight - anchor.top + 6, innerHeight - PANEL.height - 8)
    panel.current.style.bottom = `${Math.max(8, bottom)}px`
    const { clientWidth } = document.documentElement
    panel.current.style.right = `${Math.max(8, Math.min(clientWidth - anchor.right, clientWidth - PANEL.width - 8))}px`
  }
  return (
    <>
      <button ref={button} type="button" className={styles.button} popoverTarget={id} aria-label={t.settings}>
        <LineIcon path={playerIcons.settings} />
      </button>
      <fieldset
        ref={panel}
        id={id}
        popover="auto"
        aria-label={t.playerSettings}
        className={styles.settings}
        onBeforeToggle={(event) => event.newState === 'open' && positionAboveButton()}
      >
        {captions.length > 0 && (
          <>
            <Choice
              label={t.captions}
              value={lang ?? ''}
              options={[['', t.off], ...captions.map((one): [string, string] => [one.lang, one.label])]}
              onChange={(value) =>
                changePlayerSettings(value ? { captions: true, language: value } : { captions: false })
              }
            />
            <Choice
              label={t.captionPosition}
              value={settings.captionsInPicture ? 'in' : 'under'}
              options={[
                ['under', t.belowVideo],
                ['in', t.onVideo],
              ]}
              onChange={(value) => changePlayerSettings({ captionsInPicture: value === 'in' })}
            />
          </>
        )}
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={settings.upNext}
            onChange={(event) => changePlayerSettings({ upNext: event.currentTarget.checked })}
          />
          {t.openNextAutomatically}
        </label>
        <button
          type="button"
          className={styles.textButton}
          onClick={() => {
            panel.current?.hidePopover()
            onKeys()
          }}
        >
          {t.keyboardShortcuts}
        </button>
      </fieldset>
    </>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: [value: string, label: string][]
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
