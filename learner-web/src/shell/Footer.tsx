import { paths } from '@flagyard/api-types/links'
import { Link } from '@flagyard/ui/Link'
import { Logo } from '@flagyard/ui/Logo'
import styles from './Footer.module.css'

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <div className={styles.about}>
          <Logo />
          <p>Clouds to break, and proof that you can.</p>
        </div>
        <nav className={styles.links} aria-label="Footer">
          {links.map(([to, label]) => (
            <Link key={to} to={to} className={styles.link}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  )
}

const links = [
  [paths.courses, 'Courses'],
  [paths.labs, 'Labs'],
  [paths.exams, 'Exams'],
  [paths.bundles, 'Bundles'],
  [paths.faqs, 'Questions'],
  [paths.contact, 'Contact'],
  [paths.terms, 'Terms'],
  [paths.privacy, 'Privacy'],
] as const
