import { Dialog, DialogBody } from '../actions/Dialog.tsx'
import styles from './KeysHelp.module.css'

const keys: [key: string, does: string][] = [
  ['/', 'Search'],
  ['j  or  ↓', 'Next row'],
  ['k  or  ↑', 'Previous row'],
  ['x', 'Select or deselect the row'],
  ['Enter', 'Open the row'],
  ['?', 'Show keyboard shortcuts'],
]

export default function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <DialogBody>
        <dl className={styles.keys}>
          {keys.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd className="mono">{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  )
}
