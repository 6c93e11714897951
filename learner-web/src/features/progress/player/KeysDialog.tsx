import { Dialog } from '@flagyard/ui/Dialog'
import { LetterKeysChoice } from '../../../shell/LetterKeysChoice.tsx'
import styles from './Player.module.css'
import { KEY_MAP } from './player-keys.ts'

/** List of keyboard shortcuts. Users of speech input, or who press keys by accident, can limit them to the focused player. */
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
