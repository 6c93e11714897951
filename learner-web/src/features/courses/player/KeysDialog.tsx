import { Dialog } from '@flagyard/ui/Dialog'
import { LetterKeysChoice } from '../../../shell/LetterKeysChoice.tsx'
import styles from './Player.module.css'
import { KEY_MAP } from './player-keys.ts'

/** The map of keys. Whoever speaks to the computer, or hits keys by accident, keeps them to the player itself. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
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
      <LetterKeysChoice label="They work anywhere on the page, not only while the player has the focus" />
    </Dialog>
  )
}
