import { ownBrand, siteName } from './app/brand.ts'
import styles from './components.module.css'

export function Logo() {
  const logos = ownBrand?.logos.map(([url, theme]) => (
    <img key={url} src={url} alt={siteName} className={`brand-logo ${theme}`} />
  ))
  return <span className={styles.logo}>{logos?.length === 0 ? siteName : (logos ?? flagyard)}</span>
}

const flagyard = (
  <>
    <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5 2v20" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M6.4 4h12.2l-3.4 4.2 3.4 4.3H6.4z" fill="var(--accent)" />
    </svg>
    Flagyard
  </>
)
