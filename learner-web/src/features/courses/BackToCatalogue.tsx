import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import styles from './CoursePage.module.css'
import { useCataloguePath } from './catalogue-path.ts'

/** Link back to the catalogue that preserves its filters. */
export const BackToCatalogue = () => (
  <Link to={useCataloguePath()} className={styles.backLink}>
    <Icon name="back" size={18} /> Courses, labs and exams
  </Link>
)
