import { Logo } from '@flagyard/ui/Logo'
import { Link, NavLink } from 'react-router-dom'
import styles from './Console.module.css'

const places = [
  { to: '/admin', label: 'Dashboard' },
  { to: '/admin/users', label: 'Users' },
  { to: '/admin/courses', label: 'Courses' },
  { to: '/admin/labs', label: 'Labs' },
  { to: '/admin/exams', label: 'Exams' },
  { to: '/admin/vouchers', label: 'Vouchers' },
  { to: '/admin/certificates', label: 'Certificates' },
  { to: '/admin/feedback_forms', label: 'Feedback forms' },
  { to: '/admin/feedback_analytics', label: 'Feedback analytics' },
  { to: '/admin/aws_accounts', label: 'AWS accounts' },
  { to: '/admin/azure_subscriptions', label: 'Azure subscriptions' },
  { to: '/admin/gcp_projects', label: 'GCP projects' },
  { to: '/admin/bulk_jobs', label: 'Bulk work' },
  { to: '/admin/audit', label: 'Audit' },
  { to: '/admin/security', label: 'Security' },
]

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
