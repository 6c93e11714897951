import type { BrandSettings } from '@flagyard/api-types'
import { lowestContrast, type Theme, themeColours } from '@flagyard/api-types/brand/contrast'
import type { CSSProperties, ReactNode } from 'react'
import styles from './Brand.module.css'

export type PreviewedBrand = Pick<
  BrandSettings,
  'name' | 'mail_sender_name' | 'accent_light' | 'accent_dark' | 'logo_light' | 'logo_dark'
>

/** Standard accent colours, as in tokens.css. */
const standard = { light: '#c8203a', dark: '#ff6b78' }
const inks = { light: '#15171c', dark: '#eceef2' }

/** Examples of a page in both themes, an e-mail and a certificate. */
export const BrandPreview = ({ brand }: { brand: PreviewedBrand }) => (
  <div className={styles.preview}>
    <Sample label="Page, light theme" theme="light" brand={brand}>
      <Sign brand={brand} theme="light" />
      <span className={styles.button}>Start free</span>
    </Sample>
    <Sample label="Page, dark theme" theme="dark" brand={brand}>
      <Sign brand={brand} theme="dark" />
      <span className={styles.button}>Start free</span>
    </Sample>
    <Sample label={`E-mail from ${brand.mail_sender_name || brand.name}`} theme="light" brand={brand}>
      <div className={styles.letter}>
        <Sign brand={brand} theme="light" />
        <strong>Welcome to {brand.name}</strong>
        <span className={styles.button}>Activate my account</span>
      </div>
    </Sample>
    <Sample label="Certificate" theme="light" brand={brand}>
      <div className={styles.certificate}>
        <Sign brand={brand} theme="light" />
        <span className={styles.kind}>CERTIFICATE OF COMPLETION</span>
        <strong>Zażółć Gęślą</strong>
      </div>
    </Sample>
  </div>
)

function Sample({
  label,
  theme,
  brand,
  children,
}: {
  label: string
  theme: Theme
  brand: PreviewedBrand
  children: ReactNode
}) {
  const given = brand[`accent_${theme}`] ?? ''
  const accent = /^#[\da-f]{6}$/i.test(given) ? given : standard[theme]
  const { surfaces, onAccent } = themeColours[theme]
  const style = {
    '--sample-accent': accent,
    '--sample-on-accent': onAccent,
    background: surfaces[1],
    color: inks[theme],
  }
  return (
    <figure className={styles.sample}>
      <figcaption className={styles.calm}>
        {label} · contrast {(Math.floor(lowestContrast(theme, accent) * 100) / 100).toFixed(2)}:1
      </figcaption>
      <div className={styles.frame} style={style as CSSProperties}>
        {children}
      </div>
    </figure>
  )
}

function Sign({ brand: { name, logo_light, logo_dark }, theme }: { brand: PreviewedBrand; theme: Theme }) {
  const logo = theme === 'dark' ? (logo_dark ?? logo_light) : logo_light
  return logo ? <img src={logo} alt={name} className="brand-logo" /> : <strong>{name}</strong>
}
