import { Preview } from '../markdown/Preview.tsx'
import styles from './CourseEdit.module.css'

/** For administrators who may look at content and not change it. */
export const ReadOnly = ({ text }: { text: string }) => (
  <div className={styles.card}>
    <p className="muted small">You can read this and not change it: that takes the capability “content”.</p>
    <Preview text={text} />
  </div>
)
