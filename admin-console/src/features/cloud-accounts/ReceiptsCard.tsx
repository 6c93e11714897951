import type { CloudAccount } from '@flagyard/api-types'
import styles from './CloudAccountShow.module.css'
import { Receipt } from './Receipt.tsx'

export const ReceiptsCard = ({ account: { receipts } }: { account: CloudAccount }) => (
  <section className={styles.card} aria-label="Clean-ups">
    <h2 className={styles.title}>Clean-ups</h2>
    {receipts.length === 0 && <p className="muted small">It was not cleaned yet.</p>}
    {receipts.map((receipt) => (
      <Receipt key={receipt.at} receipt={receipt} />
    ))}
  </section>
)
