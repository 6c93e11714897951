import { Dialog } from '@flagyard/ui/Dialog'
import styles from './ListScreen.module.css'
import { rowKeys } from './useRowKeys.ts'

export function KeysHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title="Keys of this list" onClose={onClose}>
      <dl className={styles.keys}>
        {rowKeys.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd className="mono">{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
