import styles from './CertificateShow.module.css'

/** The name as it is printed, and as it would be. */
export const SideBySide = ({ printed, name }: { printed: string; name: string }) => (
  <dl className={styles.sides}>
    <div>
      <dt>Now</dt>
      <dd>{printed}</dd>
    </div>
    <div>
      <dt>Then</dt>
      <dd>{name || '—'}</dd>
    </div>
  </dl>
)
