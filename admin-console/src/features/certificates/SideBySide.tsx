import styles from './CertificateShow.module.css'

/** Current name and requested name. */
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
