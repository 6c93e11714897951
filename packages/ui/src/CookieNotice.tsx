import { paths } from '@flagyard/api-types/links'
import { Button } from './Button.tsx'
import styles from './CookieNotice.module.css'
import { Link } from './Link.tsx'

/** The cookie notice, a quiet strip at the bottom of the window. Its wording is published: do not change it. */
export function CookieNotice({ onAccept }: { onAccept: () => void }) {
  return (
    <section className={styles.notice} aria-label="Cookies">
      <p className={styles.words}>
        We use cookies to enhance the user experience. By using our website you agree to our use of cookies.
      </p>
      <div className={styles.actions}>
        <Link to={paths.privacy} className={styles.more}>
          Learn more
          {/* The name of the link is published too: the rest is for search engines, which want to know where it leads. */}
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
