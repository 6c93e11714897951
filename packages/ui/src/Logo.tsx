import { ownBrand } from './app/brand.ts'
import styles from './components.module.css'

export function Logo() {
  return <span className={styles.logo}>{ownBrand ? <OwnLogo {...ownBrand} /> : flagyard}</span>
}

/** The logo of each theme, or the name. */
function OwnLogo({
  name,
  logo_light,
  logo_dark,
}: Pick<NonNullable<typeof ownBrand>, 'name' | 'logo_light' | 'logo_dark'>) {
  if (!logo_light) return name
  return (
    <>
      <img src={logo_light} alt={name} className={`brand-logo ${logo_dark ? 'on-light' : ''}`} />
      {logo_dark && <img src={logo_dark} alt={name} className="brand-logo on-dark" />}
    </>
  )
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
