import { Logo } from '@flagyard/ui/Logo'
import { Link, NavLink } from 'react-router-dom'
import { places } from '../places.ts'
import styles from './Console.module.css'

export function Navigation({ onGo, brand = false }: { onGo?: () => void; brand?: boolean }) {
  return (
    <nav aria-label="Console">
      {brand && (
        <Link className={styles.brand ?? ''} to="/admin">
          <Logo />
        </Link>
      )}
      <ul className={styles.nav}>
        {places.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end={to === '/admin'} className={styles.item ?? ''} {...(onGo && { onClick: onGo })}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
