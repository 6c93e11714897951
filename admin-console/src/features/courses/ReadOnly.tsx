import { Preview } from '../content/markdown/Preview.tsx'
import styles from './CourseEdit.module.css'

/** Read-only view for administrators who cannot edit content. */
export const ReadOnly = ({ text }: { text: string }) => (
  <div className={styles.card}>
    <p className="muted small">You can read this and not change it: that takes the capability “content”.</p>
    <Preview text={text} />
  </div>
)
