import { siteName } from '@flagyard/ui/brand'
import { Icon } from '@flagyard/ui/Icon'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import styles from './ScreenHeader.module.css'

/** Title of a screen, also used as the document title, with a link to the parent list, a subtitle and actions. */
export function ScreenHeader({
  title,
  about,
  back,
  actions,
}: {
  title: string
  about?: ReactNode
  back?: { to: string; label: string }
  actions?: ReactNode
}) {
  const parent = back ? `${back.label} · ` : ''
  useEffect(() => {
    document.title = `${title} · ${parent}${siteName} console`
  }, [title, parent])
  return (
    <header className={styles.head}>
      <div>
        {back && (
          <Link to={back.to} state={{ returning: true }} className={styles.back}>
            <Icon name="back" size={16} />
            {back.label}
          </Link>
        )}
        <h1 className={styles.title}>{title}</h1>
        {about !== undefined && <div className={styles.about}>{about}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
