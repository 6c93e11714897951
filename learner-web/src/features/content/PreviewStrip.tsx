import { consolePaths } from '@flagyard/api-types/links'
import { Link } from '@flagyard/ui/Link'
import styles from './PreviewStrip.module.css'

/** Notice at the top of every preview page. */
export function PreviewStrip({ slug }: { slug: string }) {
  return (
    <aside className={styles.strip} aria-label="Preview">
      <p className={styles.words}>
        <b>Preview</b>: nothing you do here counts.
      </p>
      <Link to={consolePaths.course(slug)}>Back to the console</Link>
    </aside>
  )
}
