import { Dialog } from '@flagyard/ui/Dialog'
import { useStore } from '@flagyard/ui/store'
import styles from './Player.module.css'
import { KEY_MAP } from './player-keys.ts'
import { changePlayerSettings, playerSettings } from './settings.ts'

/** The map of keys. Whoever speaks to the computer, or hits keys by accident, keeps them to the player itself. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { keysEverywhere } = useStore(playerSettings)
  return (
    <Dialog open={open} title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.keys}>
        {KEY_MAP.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={keysEverywhere}
          onChange={(event) => changePlayerSettings({ keysEverywhere: event.currentTarget.checked })}
        />
        They work anywhere on the page, not only while the player has the focus
      </label>
    </Dialog>
  )
}
