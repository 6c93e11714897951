import { paths } from '@flagyard/api-types/links'
import { Button } from '../Button.tsx'
import { Link } from '../Link.tsx'
import styles from './overlays.module.css'

/** The cookie notice, a quiet strip at the bottom of the window. Its wording is published: do not change it. */
export function CookieNotice({ onAccept }: { onAccept: () => void }) {
  return (
    <section className={styles.notice} aria-label="Cookies">
      <p className={styles.cookieWords}>
        We use cookies to enhance the user experience. By using our website you agree to our use of cookies.
      </p>
      <div className={styles.cookieActions}>
        <Link to={paths.privacy} className={styles.more}>
          Learn more
          {/* The link name is published as well. The hidden rest tells search engines where the link leads. */}
          <span className="visually-hidden" aria-hidden="true">
            {' '}
            about cookies and your privacy
          </span>
        </Link>
        <Button size="small" onClick={onAccept}>
          I understand
        </Button>
      </div>
    </section>
  )
}
