import { Dialog, DialogBody } from '../actions/Dialog.tsx'
import styles from './KeysHelp.module.css'

const keys: [key: string, does: string][] = [
  ['/', 'Search'],
  ['j  or  ↓', 'Next row'],
  ['k  or  ↑', 'Previous row'],
  ['x', 'Select the row, or not'],
  ['Enter', 'Open the row'],
  ['?', 'Show these shortcuts'],
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
